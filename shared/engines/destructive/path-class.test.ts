import { describe, expect, test } from 'vitest'

import { pathClass } from './path-class.ts'
import { hole } from './shell/hole.ts'

const unset = hole('unset')
const output = hole('output')

describe('a path', () => {
  test.each([
    ['/', 'root'],
    ['//', 'root'],
    ['/.', 'root'],
    ['/*', 'root'],
    ['/tmp/../', 'root'],
    ['/usr/../../', 'root'],
    ['C:\\', 'root'],
    ['C:/*', 'root'],
    ['~', 'home'],
    ['~/', 'home'],
    ['~/*', 'home'],
    ['~alice', 'home'],
    ['/root', 'home'],
    ['/home/alice', 'home'],
    ['/Users/alice/*', 'home'],
    ['%USERPROFILE%', 'home'],
    ['.', 'everything'],
    ['./', 'everything'],
    ['./*', 'everything'],
    ['*', 'everything'],
    ['..', 'everything'],
    ['../..', 'everything'],
    ['/etc', 'system'],
    ['/etc/', 'system'],
    ['/usr/*', 'system'],
    ['/home', 'system'],
    ['/var/lib', 'system'],
    ['/???', 'system'],
    ['/b*', 'system'],
    ['C:\\Windows\\System32', 'system'],
    ['/etc/passwd', 'system-inside'],
    ['/boot/vmlinuz', 'system-inside'],
    ['/tmp/../etc/passwd', 'system-inside'],
    ['/dev/sda', 'disk'],
    ['/dev/nvme0n1p2', 'disk'],
    ['/dev/mapper/vg-root', 'disk'],
    ['\\\\.\\PhysicalDrive0', 'disk'],
    ['/dev/null', 'sink'],
    ['/dev/stderr', 'sink'],
    ['/dev/tcp/host/80', 'sink'],
    ['/tmp', 'temp'],
    ['/tmp/x', 'temp'],
    ['/tmp/*', 'temp'],
    ['/var/tmp/x/y', 'temp'],
    ['/private/tmp/x', 'temp'],
    ['%TEMP%\\x', 'temp'],
    ['node_modules', 'regenerable'],
    ['packages/a/node_modules/', 'regenerable'],
    ['src/app.pyc', 'regenerable'],
    ['*.tsbuildinfo', 'build'],
    ['.DS_Store', 'regenerable'],
    ['~/.ssh/id_rsa', 'credential'],
    ['/root/.aws/credentials', 'credential'],
    ['.env', 'credential'],
    ['deploy/.env.production', 'credential'],
    ['certs/server.key', 'credential'],
    ['.env.example', 'ordinary'],
    ['~/.ssh/known_hosts', 'dotfile'],
    ['~/.ssh/id_rsa.pub', 'dotfile'],
    ['~/.kube/cache/discovery', 'dotfile'],
    ['/root/.profile', 'dotfile'],
    ['.git', 'dotfile'],
    ['/opt/app/data', 'machine'],
    ['/var/log/app.log', 'machine'],
    ['notes.txt', 'ordinary'],
    ['src/a/../b', 'ordinary'],
    ['/home/alice/project/x', 'ordinary'],
    ['/workspace/x', 'ordinary'],
  ])('%s is %s', (path, kind) => {
    expect(pathClass(path)).toBe(kind)
  })

  test.each([
    [unset, 'unset'],
    [`${unset}/`, 'unset'],
    [`${unset}/*`, 'unset'],
    [`/home/${unset}`, 'unset'],
    [`${unset}/etc`, 'unset'],
    [`${unset}/src/deep`, 'unknown'],
    [`/tmp/${unset}`, 'temp'],
    [output, 'unknown'],
    [`./${output}`, 'unknown'],
    [`./${output}/node_modules`, 'regenerable'],
    [`./${output}/*.pyc`, 'regenerable'],
    [`${unset}/lib`, 'unset'],
  ])('with an unknown part: case %#', (path, kind) => {
    expect(pathClass(path)).toBe(kind)
  })

  test('is taken relative to a known directory', () => {
    expect(pathClass('*', '/tmp/work')).toBe('temp')
    expect(pathClass('../../etc', '/tmp/work')).toBe('system')
    expect(pathClass('/etc', '/tmp/work')).toBe('system')
  })
})
