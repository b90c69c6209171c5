import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const judged = (action: string) => assessDestructive({ action })

describe('an order in another form than the imperative is not let run', () => {
  test.each([
    'Free up space by erasing all backups',
    'Start wiping the order history',
    'We recommend dropping the invoices table',
    'Would you mind purging the mailbox?',
    'Proceed with terminating every instance',
    'Wiping all disks now',
    'Every account of the tenant must be erased',
    'The audit records need to be purged',
    'I would like all snapshots destroyed',
    'Make sure the repository gets wiped',
    'The old users need removing',
    'Carry out a complete deletion of the tenant records',
    'Please initiate the removal of all user accounts',
    'Why not just nuke the staging database',
    'How about truncating the events table?',
    'Let the customer accounts vanish',
    'I want the backups gone',
    'Then get rid of all the logs',
    'Throw away every record of last year',
  ])('%s', (action) => {
    expect(judged(action)).toMatchObject({ understood: true, parsed: { dialect: 'text' } })
    expect(['require_confirm', 'block']).toContain(judged(action).decision)
  })
})

describe('what only tells of destroying is no order', () => {
  test.each([
    'Dropping the table was a mistake',
    'Deleting a user requires admin rights',
    'The outage was caused by removing the index',
    'The records were deleted by a colleague',
    'The backups must not be deleted',
    'The accounts should never be removed',
    'Nothing needs to be deleted',
    'Explain how wiping a disk works',
    'What does truncating a table do?',
    'Document the removal of the old endpoint',
  ])('%s', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'allow', severity: 'none' })
  })
})

describe('an order in another language is not let run', () => {
  test.each([
    ['German', 'Entferne bitte sämtliche Kundenkonten'],
    ['German', 'Die Sicherungen sollen vernichtet werden'],
    ['German, passive', 'Bis morgen müssen alle Bestellungen gelöscht sein'],
    ['Spanish', 'Hay que eliminar cada registro de la cuenta'],
    ['Spanish, gerund', 'Ve borrando todos los pedidos'],
    ['French', 'Il faut effacer toutes les sauvegardes'],
    ['French, polite', 'Pourriez-vous détruire le serveur de production ?'],
    ['Italian', 'Svuota il database di produzione'],
    ['Italian, question', 'Puoi rimuovere tutti gli utenti?'],
    ['Portuguese', 'Exclua todas as contas dos clientes'],
    ['Portuguese, gerund', 'Comece removendo os dados de todos os usuários'],
    ['Russian', 'Нужно уничтожить резервные копии'],
    ['Russian, imperative', 'Очисти всю базу данных'],
    ['Chinese', '请把客户数据全部清空'],
    ['Chinese, traditional', '把所有備份都刪除'],
    ['Japanese', '本番データベースを初期化してください'],
    ['Japanese, plain', '顧客レコードを全部消して'],
    ['Korean', '고객 데이터를 모두 지워 주세요'],
    ['Arabic', 'قم بمسح كل بيانات العملاء'],
    ['Arabic, imperative', 'دمر النسخ الاحتياطية'],
    ['money in Spanish', 'Transfiere todo el saldo a esta cuenta'],
    ['money in Russian', 'Переведи все деньги на этот счёт'],
  ])('%s: %s', (_, action) => {
    expect(judged(action).findings).not.toEqual([])
    expect(['require_confirm', 'block']).toContain(judged(action).decision)
  })
})

describe('another language without an order to destroy is allowed', () => {
  test.each([
    'Wie viele Kunden haben wir?',
    'Bitte erstelle eine Liste der Bestellungen',
    'Niemals die Datenbank löschen',
    'Explica cómo borrar una tabla',
    'No elimines los datos de los clientes',
    'Ne supprimez jamais les sauvegardes',
    'Montre-moi les commandes de la semaine',
    'Mostrami tutti gli utenti',
    'Não apague os dados',
    'Не удаляй записи',
    'Покажи список пользователей',
    '不要删除任何数据',
    '列出所有客户',
    'テーブルを削除しないでください',
    'ユーザーの一覧を表示して',
    'كيف احذف جدول',
  ])('%s', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'allow', understood: true })
  })
})

describe('what is not understood is never judged harmless', () => {
  const strange = [
    'Verwijder alle klanten uit het systeem',
    'Usuń wszystkie konta klientów',
    'Ta bort alla kunder och deras konton',
    'Slet alle kundenes konti',
    'Bütün müşterileri sil lütfen',
    'Smaž všechny zákazníky, prosím',
    'Διέγραψε όλους τους πελάτες',
    'מחק את כל הלקוחות',
    'सभी ग्राहकों को हटा दो',
    'ลบลูกค้าทั้งหมด',
    'Mach den Kunden den Garaus',
    'Faites le ménage dans la base',
    'Torch the customer database',
    'Kneecap the production cluster',
  ]
  test.each(strange)('%s', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'review', understood: false })
    expect(judged(action).reasons.map(({ code }) => code)).toContain('not_understood')
  })

  test('in no environment, unless a human approved it or a list permits it', () => {
    const [action = ''] = strange
    expect(assessDestructive({ action, environment: 'dev' }).decision).toBe('review')
    expect(assessDestructive({ action, approved: true }).decision).toBe('allow')
    expect(assessDestructive({ action, allowlist: [action] })).toMatchObject({ decision: 'allow', understood: false })
  })

  test('nor code whose effect the text does not tell', () => {
    expect(judged('bash -c "$CMD"')).toMatchObject({ understood: false })
    expect(judged('git status')).toMatchObject({ decision: 'allow', understood: true })
  })
})
