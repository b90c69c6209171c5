import { expect, test } from 'vitest'

import { launchFlags } from './launch-flags.ts'

const flags = launchFlags({ proxyUrl: 'http://127.0.0.1:1', profile: '/p' })

test('nothing on the command line weakens the sandbox or the web platform', () => {
  const weak =
    /no-sandbox|disable-setuid|single-process|no-zygote|in-process-gpu|disable-web-security|ignore-certificate|allow-running-insecure|site-isolation|remote-debugging-port/
  expect(flags.filter((flag) => weak.test(flag))).toEqual([])
})

test('the proxy has no exception, not even the ones Chromium makes by itself', () => {
  expect(flags).toContain('--proxy-server=http://127.0.0.1:1')
  expect(flags).toContain('--proxy-bypass-list=<-loopback>')
})

test('a switch stands there once: of two Chromium takes the last', () => {
  const names = flags.map((flag) => flag.split('=')[0])
  expect(new Set(names).size).toBe(names.length)
})
