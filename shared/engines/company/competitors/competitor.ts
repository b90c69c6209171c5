/** A company that others name next to the requested one. */
export type Competitor = {
  domain: string
  name: string
  /** The evidence. */
  why: string
  source_url: string
  /** Pages of different sites that name both. */
  pages: number
}
