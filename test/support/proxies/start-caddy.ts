import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { fetchProgram } from '../world/fetch-program.ts'
import { type LocalProxy, startProxy } from './start-proxy.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')
const CADDY = { name: 'caddy', packages: ['caddy'], file: 'usr/bin/caddy', probe: ['version'] }

/** Certificates come from a CA of this Caddy alone, and the machine is not told to trust it. */
const LOCAL = `{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
}
`

type CaddyOptions = {
  /** Folder of its configuration, certificates and log. */
  folder: string
  /** A site as it would stand in a Caddyfile, and the port on which it listens. */
  site: string
  port: number
}

/** Starts Debian's Caddy with one site and a certificate authority of its own. */
export async function startCaddy({ folder, site, port }: CaddyOptions): Promise<LocalProxy & { ca: () => string }> {
  mkdirSync(PROGRAMS, { recursive: true, mode: 0o700 })
  const { file, env } = fetchProgram(PROGRAMS, CADDY, process.env['PATH'])
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, LOCAL + site)
  const proxy = await startProxy({
    name: 'caddy',
    file,
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    env: { ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    folder,
    port,
  })
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  return { ...proxy, ca: () => readFileSync(root, 'utf8') }
}
