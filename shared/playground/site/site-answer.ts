/** What the sample site answers at one path: 200 and HTML unless said. */
export type SiteAnswer = { status?: number; type?: string; headers?: Record<string, string>; body?: string | Buffer }
