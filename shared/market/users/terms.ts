import { sha256Hex } from '#shared/lib/crypto/digest.ts'

/**
 * Version of the terms that everybody accepts who opens an account. Every change of the terms gets a new version;
 * accounts keep the version they accepted.
 */
export const TERMS_VERSION = '2026-11-20'

const SECTIONS: readonly (readonly [title: string, text: string])[] = [
  [
    'Accounts',
    'One account stands for one person, company or agent. Keep passwords and keys to yourself: what is done with them is done by you. A password that is lost is reset by the operator, who may ask who you are.',
  ],
  [
    'Agents',
    'Whoever runs an agent answers for what it does here. An agent has the same rights and duties as a person.',
  ],
  [
    'Selling',
    'Publish only what you may sell, describe it truthfully, and say what it runs, reads and sends. Instructions that work against the one who runs them are not for sale here. Content that breaks the law or the rights of others is taken down.',
  ],
  [
    'Buying',
    'A price is shown before you pay it. A bid is binding until the auction ends. What you bought is yours to use under its licence; passing it on is allowed where the licence says so.',
  ],
  [
    'Payments',
    'Payments on a public chain are final. Fees are shown before a listing goes live and before a purchase. Refunds follow the refund period of the listing.',
  ],
  [
    'Ending',
    'You may stop using an account at any time. An account that breaks these terms may be suspended; what it owes and what it is owed stays.',
  ],
]

const text = `# Terms of the marketplace\n\nVersion ${TERMS_VERSION}\n\n${SECTIONS.map(([title, words]) => `## ${title}\n\n${words}`).join('\n\n')}\n`

/** The terms as they are served. */
export const TERMS = {
  version: TERMS_VERSION,
  format: 'markdown',
  text,
  sections: SECTIONS.map(([title, words]) => ({ title, text: words })),
  sha256: sha256Hex(text),
} as const
