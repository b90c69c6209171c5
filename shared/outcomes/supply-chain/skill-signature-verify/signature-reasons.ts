import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import type { Compared } from './compare-files.ts'
import type { Found } from './find-signer.ts'
import type { Proof } from './proof.ts'

/** All that was found out about one signature. */
export type SignatureFacts = {
  proof: Proof
  found: Found
  compared: Compared
  isStrict: boolean
  hasAnchors: boolean
  /** JSON pointers of keys that could not be read. */
  unreadable: readonly string[]
}

const refuse = 'Do not install the package; get it again from its publisher and compare.'

export function signatureReasons({
  proof,
  found,
  compared: { files, isOther },
  isStrict,
  unreadable,
}: SignatureFacts): Finding[] {
  const findings: Finding[] = []
  const add = (
    decision: Finding['decision'],
    severity: Finding['severity'],
    code: string,
    message: string,
    extra: Pick<Finding, 'path' | 'evidence' | 'next'>,
  ) => findings.push({ decision, severity, code, message, ...extra })
  if (proof.problem !== null) {
    const needsKey = proof.problem.code === 'no_key'
    const next = needsKey ? 'Send the publisher’s public_key, got from somewhere else than the package.' : refuse
    add('block', needsKey ? 'high' : 'critical', proof.problem.code, proof.problem.message, {
      path: '/signature',
      next,
    })
  }
  const lists = [
    ['modified', 'is not the file that was signed', files.modified],
    ['missing', 'was signed and is not there', files.missing],
  ] as const
  for (const [code, what, paths] of lists) {
    if (paths.length > 0 && !isOther) {
      add(
        'block',
        'critical',
        code,
        `${paths.length} ${paths.length === 1 ? 'file' : 'files'}: ${paths[0] ?? ''} ${what}.`,
        { path: '/files', evidence: { paths: paths.slice(0, 50) }, next: refuse },
      )
    }
  }
  if (isOther)
    add('block', 'critical', 'other_manifest', 'What is signed is another package: none of these files are in it.', {
      path: '/files',
      next: refuse,
    })
  else if (files.unsigned.length > 0) {
    add(
      isStrict ? 'block' : 'review',
      isStrict ? 'critical' : 'medium',
      'unsigned',
      `${files.unsigned.length} ${files.unsigned.length === 1 ? 'file' : 'files'}: ${files.unsigned[0] ?? ''} is not covered by the signature.`,
      {
        path: '/files',
        evidence: { paths: files.unsigned.slice(0, 50) },
        next: isStrict ? 'Take out the files that nobody signed.' : 'Read the unsigned files before using them.',
      },
    )
  }
  if (proof.problem === null && !found.isTrusted) {
    add('review', 'medium', 'unknown_signer', `The signature holds, but nobody you trust made it: ${found.detail}.`, {
      path: '/trusted',
      evidence: { signer: found.signer },
      next: 'Find out by another way whose key this is, then send it in trusted.',
    })
  }
  for (const { code, message, isDoubtful } of [...proof.notes, ...found.notes]) {
    add(isDoubtful ? 'review' : 'allow', isDoubtful ? 'medium' : 'info', code, message, {
      path: '/signature',
      next: 'Ask the signer for a new signature.',
    })
  }
  if (unreadable.length > 0) {
    add('review', 'medium', 'unreadable_key', `A key could not be read: ${unreadable.join(', ')}.`, {
      path: unreadable[0],
      next: 'Send keys as 32 bytes of Ed25519 in hex or base64, PEM, JWK, or a line of OpenSSH.',
    })
  }
  return findings
}

export function signatureChecks({
  proof,
  found,
  compared: { files, isOther },
  isStrict,
  hasAnchors,
}: SignatureFacts): Check[] {
  const isSigned = proof.problem === null
  const bad = files.modified.length + files.missing.length
  return [
    {
      id: 'signature',
      status: isSigned ? 'pass' : 'fail',
      detail: proof.problem?.message ?? `${proof.format}, ${proof.algorithm}.`,
    },
    isSigned
      ? {
          id: 'files',
          status: bad > 0 || isOther ? 'fail' : 'pass',
          detail: `${files.matched} of ${files.total} files are as signed.`,
        }
      : { id: 'files', status: 'skipped', detail: 'A signature that does not hold says nothing of the files.' },
    isSigned
      ? {
          id: 'coverage',
          status: files.unsigned.length === 0 ? 'pass' : isStrict ? 'fail' : 'warn',
          detail: `${files.unsigned.length} files are not covered.`,
        }
      : { id: 'coverage', status: 'skipped', detail: 'A signature that does not hold covers nothing.' },
    hasAnchors
      ? { id: 'trust', status: found.isTrusted ? 'pass' : 'warn', detail: `${found.detail}.` }
      : { id: 'trust', status: 'skipped', detail: 'trusted was not given.' },
    { id: 'revocation', status: 'skipped', detail: 'Revocation is not looked up: nothing is fetched.' },
  ]
}
