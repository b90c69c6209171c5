import { type Delivery, type Provider, PROVIDERS } from './provider.ts'
import { PROVIDER_RULES } from './providers.rules.ts'
import { valueAt } from './value-at.ts'

export type Detection = { provider: Provider; evidence: string[] }

/** Whose webhook this is, by its headers and then by the shape of its body, with what gave it away. */
export function detectProvider(delivery: Delivery): Detection {
  for (const { provider, headers } of PROVIDER_RULES) {
    const found = headers.filter((name) => delivery.headers.has(name))
    if (found.length > 0) return { provider, evidence: found.map((name) => `header ${name}`) }
  }
  for (const { provider, shapes } of PROVIDER_RULES) {
    const shape = shapes.find((places) =>
      places.every(([path, pattern]) => {
        const value = valueAt(delivery.body, path)
        if (value === undefined || value === null) return false
        return pattern === undefined || (typeof value === 'string' && pattern.test(value.slice(0, 200)))
      }),
    )
    if (shape !== undefined) return { provider, evidence: shape.map(([path]) => `body ${path}`) }
  }
  return { provider: 'generic', evidence: [] }
}

/** A provider by what the caller says, else as it is detected. */
export function providerOf(wanted: string, delivery: Delivery): Detection {
  const named = PROVIDERS.find((provider) => provider === wanted)
  if (named !== undefined) return { provider: named, evidence: ['input provider'] }
  return detectProvider(delivery)
}
