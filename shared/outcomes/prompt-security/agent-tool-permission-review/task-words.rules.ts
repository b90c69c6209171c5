import type { Effect } from '#shared/engines/capability/effects.ts'

const list = (words: string) => words.split(/\s+/)

/** Words that mean the same for the question whether a task needs a tool; the first of each stands for all. */
export const sameWords: readonly (readonly string[])[] = [
  list('mail email inbox gmail outlook message correspondence letter newsletter'),
  list('issue ticket bug incident defect'),
  list('pay payment invoice bill charge payout settle remit reimburse refund wallet transaction stripe'),
  list('file document doc folder directory drive path attachment pdf'),
  list('repo repository git github gitlab code source branch commit pull merge'),
  list('calendar event meeting appointment schedule invite'),
  list('user account member person people employee staff'),
  list('database db sql query table record row postgres mysql mongo warehouse'),
  list('web website page site url browse internet online http link search google'),
  list('chat slack teams discord channel thread conversation'),
  list('report summary digest overview analysis dashboard metric statistic'),
  list('customer client crm lead contact salesforce hubspot'),
  list('deploy release rollout ship build pipeline ci workflow'),
  list('server vm instance host machine container pod cluster kubernetes k8s node'),
  list('note memo memory knowledge notion wiki confluence'),
  list('log audit trace monitor alert'),
  list('key secret token credential password vault'),
  list('weather forecast temperature'),
  list('translate translation language'),
  list('image picture photo screenshot video media'),
]

/** Words of reading; a task of that kind needs tools that read what it is about, and no others. */
export const readingWords: ReadonlySet<string> = new Set(
  list(
    'read view list get fetch find search look check review summarise summarize analyse analyze report monitor compare count explain answer describe research inspect track collect gather study draft classify extract triage digest',
  ),
)

/** Words without which a task does not ask for an effect that is dear to undo. Stems. */
export const explicitWords: Readonly<Partial<Record<Effect, readonly string[]>>> = {
  money: list(
    'pay purchas buy refund charg transfer invoic bill reimburs payout settl donat withdraw deposit trade swap remit order subscrib checkout',
  ),
  executes: list(
    'run execut deploy build test script command shell terminal compil code debug install automat launch start migrat provision restart reboot stop scale rollout trigger invok',
  ),
  identity: list(
    'invit grant revok permission role access user onboard offboard password key credential rotat admin member account secur',
  ),
  deletes: list(
    'delet remov clean purg drop wip eras trash archiv clear prun uninstall decommission revok terminat destroy cancel restart recreat reboot replac',
  ),
}

/** Words that ask for something to be written or sent. Stems. */
export const actingWords: readonly string[] = list(
  'writ creat updat edit add post send publish repl comment assign schedul book merg upload sav modif chang fix renam mov copi label clos open notif forward shar fil submit approv reject set configur manag maintain draft prepar generat organis organiz sync import',
)
