import { type Overlay, buildOverlay, OVERLAYS, problemsOf } from './manifests.ts'

/**
 * Part of `npm run check`: builds each overlay with kustomize and validates what comes out against Kubernetes and KEDA. Each
 * mistake is one line.
 */
let count = 0
let isGood = true
for (const overlay of OVERLAYS) {
  for (const problem of check(overlay)) {
    isGood = false
    console.error(`${overlay}: ${problem}`)
  }
}
if (isGood) console.log(`${count} manifests in ${OVERLAYS.length} overlays are valid.`)
process.exitCode = isGood ? 0 : 1

function check(overlay: Overlay): string[] {
  try {
    const manifests = buildOverlay(overlay)
    count += manifests.length
    return problemsOf(manifests)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
