#!/bin/bash
# mentat launch k8s: the manifests, checked against the schemas of Kubernetes.
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
here=$(realpath "$here")
cd "$work" || exit 1
k8s() { "$mentat" launch k8s --dry-run "$@"; }

# ---- as they are to be, but for the keys
expect 0 k8s --image=lab/search:1 --hosts=8 -- /app/search q.fasta
sed -E 's/[0-9a-f]{64}/KEY/g' out >printed
diff -u "$here/kubernetes.golden.yaml" printed >difference || fault "the manifests have changed: $(cat difference)"
k8s --image=a -- x >first
k8s --image=a -- x >second
cmp -s first second && fault 'two runs have the same keys'

# ---- bad input is refused before anything is printed, and nothing of it reaches a shell or another line
refused() { # WHAT OPTION...
  expect 2 k8s "${@:2}"
  complains "$1"
  [ -s out ] && fault 'manifests are printed all the same'
  grep -q '^mentat: error: ' err || fault 'there is no error'
  [ "$(wc -l <err)" -eq 1 ] || fault 'the error has several lines'
}
for bad in Search a.b $'a\nkind: Pod' 'a"' "$(printf 'a%.0s' {1..64})" '$(touch touched)' '../a'; do
  for option in --name --namespace --queue; do refused $option: --image=a $option="$bad" -- x; done
done
for bad in 'a b' '-a' $'a\n- b' 'a;touch touched' '`touch touched`' 'a"' lab/X:1 lab/x@sha256:abc; do refused --image: --image="$bad" -- x; done
for bad in 0 -1 1e3 'x' $'1\n' 1Gi 99999999999999999999; do refused --cpu: --image=a --cpu="$bad" -- x; done
for bad in 0 1 1gi '1 Gi' $'1Gi\nx'; do refused --memory: --image=a --memory="$bad" -- x; done
for bad in 0 x 9000h -1s; do refused --time: --image=a --time="$bad" -- x; done
for bad in 0 256 -1 x; do expect 2 k8s --image=a --hosts="$bad" -- x; done
refused --image: -- x
refused --remote-mentat: --image=a --remote-mentat=~/mentat -- x
for bad in /// 123 _; do refused "--name: the program's name gives none" --image=a -- $bad; done
refused UTF-8 --image=a -- x $'\xff'
refused 'may have 65536' --image=a -- x "$(printf 'x%.0s' {1..65536})"
expect 2 "$mentat" launch k8s --image=a -- x
complains 'kubectl apply -f -'
[ -e touched ] && fault 'a shell has run a part of an option'

# ---- the schemas
checker=/usr/bin/python3
"$checker" -c 'import jsonschema, yaml; jsonschema.Draft202012Validator' 2>why || {
  ((failures == 0)) && echo "SKIPPED: the schemas are not checked without python3-jsonschema and python3-yaml: $(tail -n 1 why)"
  exit "$((failures > 0))"
}
check() { "$checker" "$here/check_manifests.py" "$here/kubernetes_schemas.json" <"$1"; }
digest=sha256:$(printf '0a%.0s' {1..32})
sets=('--image=lab/search:1 --hosts=8' "--image=registry.lab:5000/a/b@$digest --name=no --namespace=null" '--image=a --cpu=500m --memory=512Mi --all-hosts'
  '--image=a --queue=users --time=2h' '--image=a --hosts=255 --within=3600 --remote-mentat=/opt/mentat/bin/mentat')
hostile=('plain' '' ' ' '"' '\' "'" '#' ': ' '- a' '{name}' '[' '*a' '&a' '!!int' '%' '@' '`' 'null' 'true' '0x10' '~' $'a\n---\nkind: Pod' $'\t\r\x01\x7f'
  $'\u0085\u2028\u2029\ufeff' $'\U1F600\u00fc' '$(HOME)' '$$' '$')
for options in "${sets[@]}"; do
  expect 0 k8s $options -- /app/search "${hostile[@]}"
  cp out manifests
  expect 0 check manifests
done
# The words of the driver are those that were given, once Kubernetes has replaced $$ by $.
"$checker" - manifests "${hostile[@]}" <<'END' || fault 'a word of the program has changed'
import sys, yaml
jobs = [one for one in yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")) if one["kind"] == "Job"]
words = jobs[0]["spec"]["template"]["spec"]["containers"][0]["command"]
words = [word.replace("$$", "$") for word in words[words.index("--") + 1:]]
sys.exit(words != ["/app/search"] + sys.argv[2:])
END
for change in 's/^  completions:/  completionz:/' 's/^  backoffLimit: 0/  backoffLimit: none/' '0,/^kind: Secret/s//kind: Sekret/' \
  's/^  minAvailable: 1/  minAvailable: [1]/' 's/component: driver$/component: drivers/2;s/secretName: .*/secretName: other/' 's/- key: founder/- key: join/'; do
  sed "$change" manifests >broken
  cmp -s manifests broken && fault "'$change' changes nothing"
  expect 1 check broken
done
finish
