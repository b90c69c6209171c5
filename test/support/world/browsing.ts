import type { World } from './world.ts'

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** A browser without scripts: it keeps cookies and sends forms. Redirects are followed by hand. */
export function openBrowsing({ baseUrl }: Pick<World, 'baseUrl'>) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body: string | null, headers: Record<string, string>) => {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: HTML,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === null ? {} : { body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    cookies,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, null, headers),
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      send('POST', path, new URLSearchParams(form).toString(), headers),
    /** The hidden fields of the forms of a page, as a browser would send them. */
    async form(path: string): Promise<Record<string, string>> {
      const { text } = await send('GET', path, null, {})
      const fields = [...text.matchAll(/<input type="hidden"[^>]*name="([^"]+)" value="([^"]*)"/g)]
      return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
    },
  }
}
