import { buildOverlay, OVERLAYS, problemsOf } from './manifests.ts'

/** Part of `npm run check`: builds each overlay with kustomize and validates what comes out against Kubernetes and KEDA. */
let count = 0
let isGood = true
for (const overlay of OVERLAYS) {
  const manifests = buildOverlay(overlay)
  count += manifests.length
  for (const problem of problemsOf(manifests)) {
    isGood = false
    console.error(`${overlay}: ${problem}`)
  }
}
if (isGood) console.log(`${count} manifests in ${OVERLAYS.length} overlays are valid.`)
process.exitCode = isGood ? 0 : 1
