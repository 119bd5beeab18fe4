#!/usr/bin/python3
"""Checks manifests of Kubernetes, on standard input, against its JSON schemas, and what these omit.

usage: check_manifests.py kubernetes_schemas.json
Prints each fault; the status is 1 if there is one. The schemas are those of Kubernetes 1.37
(Apache-2.0), without descriptions, for the kinds that `mentat launch k8s` prints. Unknown fields
are faults.
"""
import json
import sys

import jsonschema
import yaml


def schema_faults(document, schemas):
    kind = document.get("kind")
    if kind not in schemas["kinds"]:
        return [f"kind {kind!r} is unknown"]
    schema = dict(schemas["kinds"][kind], **{"$defs": schemas["$defs"]})
    schema.pop("$id", None)
    found = jsonschema.Draft202012Validator(schema).iter_errors(document)
    return [f"{kind}: {'/'.join(map(str, one.path))}: {one.message}" for one in found]


def selects(labels, selector):
    return all(labels.get(key) == value for key, value in selector.items())


def faults_of_whole(documents):
    """Selectors find the pods that they are for, and volumes, accounts and hosts what they name."""
    by_kind = {}
    for one in documents:
        by_kind.setdefault(one["kind"], []).append(one)
    only = {kind: of_kind[0] for kind, of_kind in by_kind.items()}
    pods = {job["metadata"]["name"]: job["spec"]["template"] for job in by_kind["Job"]}
    name = only["Service"]["metadata"]["name"]
    labels = {job: pod["metadata"]["labels"] for job, pod in pods.items()}
    of_driver = {name: True, name + "-hosts": False}
    of_all = {name: True, name + "-hosts": True}
    spec = {kind: one.get("spec", {}) for kind, one in only.items()}
    selectors = [
        ("Service", spec["Service"]["selector"], of_driver),
        ("PodDisruptionBudget", spec["PodDisruptionBudget"]["selector"]["matchLabels"], of_driver),
        ("NetworkPolicy", spec["NetworkPolicy"]["podSelector"]["matchLabels"], of_all),
    ]
    found = [f"{kind} selects other pods" for kind, selector, wanted in selectors
             if {job: selects(labels[job], selector) for job in pods} != wanted]
    secret = only["Secret"]
    for job, pod in pods.items():
        spec = pod["spec"]
        for volume in spec["volumes"]:
            if volume["secret"]["secretName"] != secret["metadata"]["name"]:
                found.append(f"{job} mounts another secret")
            keys = [item["key"] for item in volume["secret"]["items"]]
            if keys != (["founder"] if of_driver[job] else ["join"]):
                found.append(f"{job} sees {keys}")
        if spec["serviceAccountName"] != only["ServiceAccount"]["metadata"]["name"]:
            found.append(f"{job} has another account")
        if spec["restartPolicy"] != "Never":
            found.append(f"{job}: a podFailurePolicy needs restartPolicy Never")
        limits = spec["containers"][0]["resources"]
        if limits["limits"] != limits["requests"]:
            found.append(f"{job}: requests are not limits")
    if not secret["stringData"]["join"].startswith(f"mentat://{name}:7411/"):
        found.append("the invitation names another founder")
    if len({one["metadata"].get("namespace") for one in documents}) != 1:
        found.append("the objects are in several namespaces")
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schemas = json.load(file)
    documents = list(yaml.safe_load_all(sys.stdin))
    found = [fault for one in documents for fault in schema_faults(one, schemas)]
    found = found or faults_of_whole(documents)
    print("\n".join(found))
    return bool(found)


sys.exit(main())
