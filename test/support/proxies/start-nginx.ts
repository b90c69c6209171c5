import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'

import { fetchProgram } from '../world/fetch-program.ts'
import { type LocalProxy, startProxy } from './start-proxy.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')
const NGINX = { name: 'nginx', packages: ['nginx', 'nginx-common'], file: 'usr/sbin/nginx', probe: ['-v'] }

type NginxOptions = {
  /** Folder of its configuration, logs and temporary files. */
  folder: string
  /** A site as it would stand in `/etc/nginx/sites-enabled`, and the port on which it listens. */
  site: string
  port: number
}

/**
 * Starts Debian's nginx with the configuration of its package. Only paths and the account are changed, because the test
 * is not the machine's administrator.
 */
export async function startNginx({ folder, site, port }: NginxOptions): Promise<LocalProxy> {
  mkdirSync(PROGRAMS, { recursive: true, mode: 0o700 })
  const { root, file, env } = fetchProgram(PROGRAMS, NGINX, process.env['PATH'])
  const etc = join(folder, 'etc')
  cpSync(join(root, 'etc/nginx'), etc, { recursive: true })
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const shipped = readFileSync(join(etc, 'nginx.conf'), 'utf8')
  const moved = shipped
    .replaceAll('/etc/nginx', etc)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/run/nginx.pid', join(folder, 'nginx.pid'))
    // A user other than root runs nginx as itself whatever this says.
    .replace('user www-data;', process.getuid?.() === 0 ? `user ${userInfo().username};` : '')
  writeFileSync(join(etc, 'nginx.conf'), moved)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((kind) => `${kind}_temp_path ${join(folder, 'temp', kind)};\n`)
  writeFileSync(join(etc, 'conf.d/temporary.conf'), paths.join(''))
  writeFileSync(join(etc, 'sites-enabled/farebox'), site)
  const args = ['-e', 'stderr', '-g', 'daemon off;', '-c', join(etc, 'nginx.conf')]
  return startProxy({ name: 'nginx', file, env, args, folder, port })
}
