import type { SecretRule } from '../secret-rule.ts'

const severity = 'high'
const provider = 'any'
const confidence = 'medium'

/** Passwords that a command, a call or a file takes by their place, without a name. */
export const loginSecrets: readonly SecretRule[] = [
  {
    id: 'net-user',
    provider: 'Windows',
    severity,
    confidence,
    keywords: ['net user ', 'net1 user '],
    pattern: 'net1? user {1,3}"?[\\w.@-]{1,40}"? {1,3}"?([^\\s"/<>$%*]{6,64})"? {1,3}/add',
    ignoreCase: true,
    digits: 1,
    anywhere: true,
  },
  {
    id: 'login-call',
    provider,
    severity,
    confidence,
    keywords: ['.login(', '.authenticate(', '.bind(', '_bind(', 'basicauth(', 'credential(', 'credentials('],
    pattern:
      '(?:\\.login|\\.authenticate|\\.bind|_bind|basicauth|(?:network|client|user|basic)?credentials?)\\( {0,2}(?:[$\\w>-]{1,24}, {0,2})?["\'][^"\'\\n]{2,80}["\'] {0,2}, {0,2}["\']([^\\s"\'<>${}]{8,64})["\']',
    ignoreCase: true,
    digits: 1,
    entropy: 2.8,
    anywhere: true,
  },
  {
    id: 'auth-pair',
    provider,
    severity,
    confidence,
    keywords: ['auth=', 'auth ='],
    pattern: 'auth ?= ?\\( {0,2}["\'][^"\'\\n]{2,80}["\'] {0,2}, {0,2}["\']([^\\s"\'<>${}]{8,64})["\']',
    ignoreCase: true,
    digits: 1,
    entropy: 2.8,
    anywhere: true,
  },
  {
    id: 'archive-password',
    provider,
    severity,
    confidence,
    keywords: ['unzip', 'sqlcmd', '7z '],
    pattern:
      '(?:unzip|sqlcmd)\\b[^\\n|;&]{0,120} -P {0,2}["\']?([^\\s"\'<>${}-][^\\s"\'<>${}]{7,63})|7z [^\\n|;&]{0,120} -p([^\\s"\'<>${}]{8,64})',
    digits: 1,
    entropy: 2.8,
    anywhere: true,
  },
  {
    id: 'openssl-passphrase',
    provider: 'OpenSSL',
    severity,
    confidence,
    keywords: ['openssl '],
    pattern: 'openssl [^\\n|;&]{0,120} (?:-k {1,3}|-pass(?:in|out)? {1,3}pass:)["\']?([^\\s"\'<>${}]{8,64})',
    digits: 1,
    entropy: 2.8,
    anywhere: true,
  },
  {
    id: 'pgpass-line',
    provider: 'PostgreSQL',
    severity,
    confidence,
    keywords: [':5432:'],
    pattern: '[\\w.*-]{1,80}:5432:[\\w*-]{1,64}:[\\w*.@-]{1,64}:([^\\s:<>${}]{6,64})',
    digits: 1,
    anywhere: true,
  },
  {
    id: 'snmp-community',
    provider: 'SNMP',
    severity,
    confidence,
    keywords: ['snmp-server community', 'snmp-server host'],
    pattern: 'snmp-server community ([^\\s"\'<>${}]{8,64}) R[OW]\\b',
    digits: 1,
    ignoreCase: true,
    anywhere: true,
  },
]
