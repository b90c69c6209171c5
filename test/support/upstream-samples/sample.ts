import type { UpstreamId } from '#shared/upstreams/registry.ts'

/** One body as an upstream sends it. JSON unless it has a type. */
export type SampleBody = { status?: number; type?: string; body: unknown; headers?: Record<string, string> }

/** What an upstream answers to its probe, in the shape its documentation or a recording shows. */
export type UpstreamSample = {
  ok: SampleBody
  /** How it says that there is none. A 404 with JSON unless said. */
  notFound?: SampleBody
  /** Errors that it sends with a 200, where it does. */
  errorsInside200?: readonly SampleBody[]
}

export type UpstreamSamples = Partial<Record<UpstreamId, UpstreamSample>>
