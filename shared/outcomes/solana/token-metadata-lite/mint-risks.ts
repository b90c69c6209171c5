import type { Extension } from './mint-extensions.ts'

export type Risk = { code: string; severity: 'info' | 'low' | 'medium' | 'high'; detail: string }
type Facts = {
  mintAuthority: string | null
  freezeAuthority: string | null
  isMutable: boolean | null
  extensions: readonly Extension[]
  verified: boolean
  lookalikeOf: string | null
}

/** What whoever controls a mint could do to its holders. For a token of the built-in list that is for information only. */
export function mintRisks({
  mintAuthority,
  freezeAuthority,
  isMutable,
  extensions,
  verified,
  lookalikeOf,
}: Facts): Risk[] {
  const extension = (name: string) => extensions.find((one) => one.name === name)?.detail
  const fee = extension('transferFeeConfig')?.['basis_points']
  const found: (Risk | null)[] = [
    lookalikeOf === null
      ? null
      : { code: 'lookalike', severity: 'high', detail: `Its symbol reads like ${lookalikeOf}, which is another mint.` },
    extension('permanentDelegate') === undefined
      ? null
      : { code: 'permanent_delegate', severity: 'high', detail: 'One key can take or burn tokens of every holder.' },
    extension('defaultAccountState')?.['frozen'] === true
      ? { code: 'default_frozen', severity: 'high', detail: 'New accounts are frozen until somebody thaws them.' }
      : null,
    extension('pausableConfig') === undefined
      ? null
      : { code: 'pausable', severity: 'medium', detail: 'One key can stop all transfers.' },
    extension('transferHook')?.['program_id']
      ? { code: 'transfer_hook', severity: 'medium', detail: 'A program decides about every transfer.' }
      : null,
    typeof fee === 'number' && fee > 0
      ? { code: 'transfer_fee', severity: 'medium', detail: `${fee / 100} percent of every transfer is kept back.` }
      : null,
    extension('nonTransferable') === undefined
      ? null
      : { code: 'non_transferable', severity: 'medium', detail: 'It cannot be sent on.' },
    mintAuthority === null ? null : { code: 'mint_authority', severity: 'medium', detail: 'More of it can be made.' },
    freezeAuthority === null
      ? null
      : { code: 'freeze_authority', severity: 'medium', detail: 'Accounts that hold it can be frozen.' },
    isMutable === true
      ? { code: 'mutable_metadata', severity: 'low', detail: 'Its name, symbol and picture can be changed.' }
      : null,
  ]
  return found
    .filter((risk): risk is Risk => risk !== null)
    .map((risk) => (verified ? { ...risk, severity: 'info' as const } : risk))
}
