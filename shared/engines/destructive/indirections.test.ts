import { describe, expect, test } from 'vitest'

import { assessDestructive } from './assess.ts'

const decided = (action: string) => assessDestructive({ action }).decision

describe('what runs through something else is judged by what it runs', () => {
  test.each([
    "parallel -j2 ::: 'rm -rf /srv' 'echo done'",
    'printf a | xargs -i rm -rf',
    'psql -l | xargs -i dropdb',
    'borg rdelete --force /backup/repo',
    'borgmatic repo-delete',
    'Invoice.destroy_all',
    'Customer.where(active: false).delete_all',
    "bin/rails runner 'Order.delete_all'",
    "ruby -e 'Account.destroy_all; puts 1'",
    'mysql -u root shop < /srv/all.sql',
    'sqlite3 live.db < cleanup.sql',
    'psql --file nightly.sql prod',
    'cat reset.sql | mariadb shop',
    'shx rm -rf ../shared',
  ])('%s', (action) => {
    expect(decided(action)).not.toBe('allow')
  })
})

describe('what only looks like it is let run', () => {
  test.each([
    'command -v shred',
    'command -V rm && echo there',
    "parallel ::: 'npm test' 'npm run lint'",
    'parallel -j4 gzip ::: a.txt b.txt',
    'User.count',
    'Post.where(draft: true).first',
    'mysql shop < /dev/null',
    "echo 'select 1' | psql shop",
    'rm -rf build',
    'rimraf dist coverage',
    'rm -rf packages/*/lib',
    'npx del-cli out',
    'shx rm -rf ./dist',
    'rm -rf ./types/**/*.d.ts',
    'rm -f *.tgz',
  ])('%s', (action) => {
    expect(decided(action)).toBe('allow')
  })

  test.each(['rm -rf ../dist', 'rm -rf /build', 'rm -rf ~/out', 'rm -rf dist src', 'rm -rf "$DIR"/dist/../..'])(
    'but not %s',
    (action) => {
      expect(decided(action)).not.toBe('allow')
    },
  )
})
