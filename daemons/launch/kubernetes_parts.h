// The parts of the manifests (kubernetes.h), in which {words} stand for values.
#pragma once

#include <string_view>

namespace mentat::launch {

inline constexpr std::string_view head_part =
    R"(# Made by `mentat launch k8s`. The Secret holds the keys of one run: let nobody else read
# this file, and make another one for the next run.
)";

inline constexpr std::string_view account_part = R"(apiVersion: v1
kind: ServiceAccount
{metadata}
automountServiceAccountToken: false
---
)";

inline constexpr std::string_view secret_part = R"(apiVersion: v1
kind: Secret
{metadata}
type: Opaque
immutable: true
stringData:
  founder: {founder}
  join: {join}
---
)";

// Only the program's own pods reach each other.
inline constexpr std::string_view network_part = R"(apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
{metadata}
spec:
  podSelector:
    matchLabels:
      app.kubernetes.io/instance: {name}
  policyTypes: ["Ingress"]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app.kubernetes.io/instance: {name}
---
)";

// Its name is the address of the founder.
inline constexpr std::string_view service_part = R"(apiVersion: v1
kind: Service
{metadata}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector:
    app.kubernetes.io/instance: {name}
    app.kubernetes.io/component: driver
  ports:
    - name: mentat
      port: {port}
---
)";

inline constexpr std::string_view disruption_part = R"(apiVersion: policy/v1
kind: PodDisruptionBudget
{metadata}
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/instance: {name}
      app.kubernetes.io/component: driver
---
)";

inline constexpr std::string_view driver_part = R"(apiVersion: batch/v1
kind: Job
{metadata}
spec:
{deadline}  backoffLimit: 0
{template}
      hostname: {name}
{container}
---
)";

// A pod that is evicted is replaced, one that has failed is not, and the others go on.
inline constexpr std::string_view hosts_part = R"(apiVersion: batch/v1
kind: Job
{metadata}
spec:
{deadline}  completionMode: Indexed
  completions: {hosts}
  parallelism: {hosts}
  backoffLimitPerIndex: 0
  podReplacementPolicy: Failed
  podFailurePolicy:
    rules:
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
{template}
{container}
)";

inline constexpr std::string_view metadata_part = R"(metadata:
  name: {object}
{namespace}  labels:
    app.kubernetes.io/name: mentat
    app.kubernetes.io/instance: {name})";

inline constexpr std::string_view template_part = R"(  template:
    metadata:
      labels:
        app.kubernetes.io/name: mentat
        app.kubernetes.io/instance: {name}
        app.kubernetes.io/component: {component}
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 60
      serviceAccountName: {name}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532
        seccompProfile:
          type: RuntimeDefault)";

// 288 is 0440: the user reads the file by its group. Files are made in /tmp of the image, which is
// sticky; in an emptyDir any user could exchange them, and Mentat does not use such folders.
inline constexpr std::string_view container_part = R"(      containers:
        - name: mentat
          image: {image}
          command:
{words}
          env:
            - name: HOME
              value: /tmp
          resources:
            requests:
              cpu: {cpu}
              memory: {memory}
            limits:
              cpu: {cpu}
              memory: {memory}
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop: ["ALL"]
          volumeMounts:
            - name: keys
              mountPath: {mount}
              readOnly: true
      volumes:
        - name: keys
          secret:
            secretName: {name}
            optional: false
            defaultMode: 288
            items:
              - key: {key}
                path: {key})";

}  // namespace mentat::launch
