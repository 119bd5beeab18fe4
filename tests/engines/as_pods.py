#!/usr/bin/python3
"""Makes of the manifests of `mentat launch k8s`, on standard input, what podman 4.3 can play.

usage: as_pods.py PODS SECRET    Writes these files, and prints the names of the pods.
A pod of each Job, and of each index of an Indexed Job, which Kubernetes names in the same way but for
some letters at the end; the pod of the driver has the name of the Service. podman mounts the values
of a secret as they are, so the Secret holds them without base64. It writes a mounted secret anew for
each pod that shares it, over the file that an earlier pod reads, so each pod has a secret of its name.
"""
import copy
import sys

import yaml

documents = list(yaml.safe_load_all(sys.stdin))
pods = []
for job in (one for one in documents if one["kind"] == "Job"):
    name, spec = job["metadata"]["name"], job["spec"]
    count = spec.get("completions")
    template = spec["template"]
    for command in (one["command"] for one in template["spec"]["containers"]):
        command[:] = [word.replace("$$", "$") for word in command]
    for each in [name] if count is None else [f"{name}-{i}" for i in range(count)]:
        pod_spec = copy.deepcopy(template["spec"])
        for volume in (one for one in pod_spec["volumes"] if "secret" in one):
            volume["secret"]["secretName"] = each
        pods.append({"apiVersion": "v1", "kind": "Pod", "spec": pod_spec,
                     "metadata": dict(template["metadata"], name=each)})
with open(sys.argv[1], "w", encoding="utf-8") as file:
    yaml.safe_dump_all(pods, file)
secret = next(one for one in documents if one["kind"] == "Secret")
with open(sys.argv[2], "w", encoding="utf-8") as file:
    yaml.safe_dump({"data": secret["stringData"]}, file)
for pod in pods:
    print(pod["metadata"]["name"])
