import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { findSecrets } from './find-secrets.ts'

/** Letters and digits as a token has them, the same for a seed. */
const made = (seed: string, length: number) =>
  createHash('sha512')
    .update(seed)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
const told = (text: string) => findSecrets(text).filter(({ confidence }) => confidence !== 'low')

describe('a token that is cut by a line break is one', () => {
  const token = `ghp_${made('a', 36)}`
  test.each([
    ['in the middle', `${token.slice(0, 20)}\n${token.slice(20)}`],
    ['with a continuation', `export T=${token.slice(0, 12)}\\\n${token.slice(12)}`],
    ['with an indent', `key: ${token.slice(0, 30)}\n      ${token.slice(30)}\nnext: 1`],
    ['in a quoted mail', `> ${token.slice(0, 25)}\n> ${token.slice(25)}\n> bye`],
    ['with Windows line ends', `${token.slice(0, 18)}\r\n${token.slice(18)}`],
    ['of two strings', `"${token.slice(0, 22)}"\n"${token.slice(22)}"`],
    ['of GitLab', `glpat-${made('b', 10)}\n${made('c', 10)}`],
    ['in a comment', `# ${token.slice(0, 14)}\n# ${token.slice(14)}`],
    ['of npm', `npm_${made('d', 20)}\n${made('e', 16)}`],
    ['of Hugging Face', `hf_${made('f', 20)}\n  ${made('g', 14)}`],
  ])('%s', (_, text) => {
    expect(told(text)).not.toEqual([])
  })

  test('and nothing else', () => {
    expect(told(`ghp_${made('h', 8)}\nsentences go on here`)).toEqual([])
    const whole = `${token}\n${made('i', 20)}`
    expect(told(whole)).toMatchObject([{ start: 0, end: token.length }])
  })
})

describe('a password of a command line or a build file is seen', () => {
  test.each([
    'curl --user deploy:w1nter24 https://x.test',
    "curl -u 'ops team:blue horse 9' https://x.test",
    'curl -sS --proxy-user svc:Zx81pass http://p.test',
    'PsExec.exe \\\\host -u admin -p Ov3rlook cmd',
    'psexec \\\\db01 -u sa -p Qw7rty99 ipconfig',
    'Driver={ODBC Driver 18};Uid=report;Pwd=kl0ster7;',
    'User Id=app;Database=shop;Password=gr0vel42',
    "signing.keyPassword = 'n1ghtfall'",
    './gradlew publish -PnexusPassword=ab12cd34',
    'keytool -list -storepass m0untain7',
  ])('%s', (text) => {
    expect(told(text)).not.toEqual([])
  })
})

describe('a token of a newer service is seen', () => {
  test.each([
    `m0-${made('j', 40)}`,
    `bb_live_${made('k', 27)}1`,
    `tr_prod_${made('l', 23)}2`,
    `vck_${made('m', 50)}`,
    `sk_car_${made('n', 21)}3`,
    `ck-${made('o', 30)}0123456789`.slice(0, 43),
    `ctx7sk-${createHash('md5')
      .update('p')
      .digest('hex')
      .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')}`,
  ])('%s', (token) => {
    expect(findSecrets(`value: ${token}\n`)).not.toEqual([])
  })
})

describe('a prefix in the middle of a name is none', () => {
  test.each([`load_hf_${made('q', 34)}`, `my-glpat-${made('r', 20)}`, `is_ghp_${made('s', 36)}`])('%s', (text) => {
    expect(findSecrets(text).filter(({ rule_id }) => !rule_id.startsWith('generic'))).toEqual([])
  })
})
