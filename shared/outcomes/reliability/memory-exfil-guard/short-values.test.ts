import { describe, expect, test } from 'vitest'

import { assessExfil } from './assess-exfil.ts'
import { findCanaries } from './find-canaries.ts'

const forms = (text: string, reference: string) => findCanaries(text, [reference]).map(({ form }) => form)

describe('memory-exfil-guard: a short string that must not leave is found in another form', () => {
  test.each([
    ['base64', `note ${Buffer.from('k7Qz').toString('base64')} end`, 'k7Qz'],
    ['base64 in a parameter', `?q=${Buffer.from('tulip').toString('base64url')}&n=1`, 'tulip'],
    ['base32', `NR2W4YLS`, 'lunar'],
    ['hex', `id=${Buffer.from('omega').toString('hex')};`, 'omega'],
    ['hex with blanks', '6b 69 6c 6f', 'kilo'],
    ['percent encoding', '%61%6c%70%68%61', 'alpha'],
    ['escapes', String.raw`"\x72\x6f\x6d\x65\x6f"`, 'romeo'],
    ['character codes', '[115, 111, 108]'.replaceAll(' ', '').replace(']', ',97]'), 'sola'],
    ['reversed', 'the word ahsoj ends', 'josha'],
    ['with blanks', 'w a l d o', 'waldo'],
    ['with dashes', 'n-i-c-k', 'nick'],
    ['with points', 'Z.4.q.9', 'Z4q9'],
  ])('%s', (_, text, reference) => {
    expect(forms(text, reference)).not.toEqual([])
  })

  test.each([
    ['in a longer word', 'unflippable', Buffer.from('pilf').toString()],
    ['in an unbroken blob', 'c2ViYXN0aWFu', 'seba'],
    ['with letters of a sentence', 'so la la', 'olal'],
  ])('but not %s', (_, text, reference) => {
    expect(forms(text, reference).filter((form) => form !== 'plain')).toEqual([])
  })

  test('and the answer says what was not looked for', () => {
    const detail = (refs: string[]) =>
      assessExfil({ content: 'x', memory_refs: refs }).checks.find(({ id }) => id === 'canaries')?.detail
    expect(detail(['abc', 'longer one'])).toContain('1 shorter than 4 characters were not looked for encoded')
    expect(detail(['longer one'])).not.toContain('shorter')
  })
})

describe('memory-exfil-guard: data in labels of a host name is a channel', () => {
  const channels = (content: string) =>
    assessExfil({ content }).findings.filter(({ rule_id }) => rule_id === 'dns_labels')
  const base32 = 'MNQXEZDTEBXWMIDBNRWCA5DIMUQGG3DJMVXHI4Y'
  test.each([
    ['base32', `${base32}.t.example.net`],
    ['base32 in lower case', `lookup ${base32.toLowerCase()}.x.example.org now`],
    ['base32 in two labels', `${base32.slice(0, 20)}.${base32.slice(20)}.q.example.com`],
    ['base64', `http://${Buffer.from('user=ann;pin=4711').toString('base64url')}.d.example.com/`],
    [
      'base64 in two labels',
      `${Buffer.from('salary of the whole team').toString('base64url').slice(0, 16)}.${Buffer.from('salary of the whole team').toString('base64url').slice(16)}.example.io`,
    ],
    ['hex', `${Buffer.from('the door code').toString('hex')}.e.example.dev`],
  ])('%s', (_, content) => {
    expect(channels(content)).not.toEqual([])
  })
  test.each([
    'https://my-long-service-name.eu-central-1.elb.amazonaws.com/health',
    'https://production-cluster-24.internal.example.com',
    'd111111abcdef8.cloudfront.net',
    'https://raw.githubusercontent.com/a/b',
    'documentation.elasticsearch.example.org',
  ])('but not %s', (content) => {
    expect(channels(content)).toEqual([])
  })
})
