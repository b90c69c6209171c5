import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const judged = (action: string) => assessDestructive({ action })

describe('code on a command line', () => {
  test.each([
    [`python -c "import shutil; shutil.rmtree('/srv/data')"`, 'fs.code-remove-tree', 'high'],
    [`python -c "import shutil; shutil.rmtree('/')"`, 'fs.rm-root', 'critical'],
    [`python -c "import shutil; shutil.rmtree('/tmp/x')"`, 'fs.rm-temp', 'low'],
    [`python -c "import os; os.remove('/etc/passwd')"`, 'fs.rm-system-file', 'high'],
    [`python -c "from pathlib import Path; Path('/etc/passwd').unlink()"`, 'fs.rm-system-file', 'high'],
    [`python -c "import os; os.remove('notes.txt')"`, 'fs.code-remove-file', 'low'],
    [`python -c "__import__('os').system('rm -rf /srv/data')"`, 'fs.rm-tree', 'high'],
    [`python -c "import subprocess as sp; sp.run(['rm', '-rf', '/srv/data'])"`, 'fs.rm-tree', 'high'],
    [`python -c "import os; os.system('rm -r' + 'f /srv/data')"`, 'fs.rm-tree', 'high'],
    [`python -c "import os; os.system('rm -rf ' + path)"`, 'fs.rm-tree', 'high'],
    [`python -c "eval(code)"`, 'process.dynamic-code', 'high'],
    [`python -c "open('/dev/sda', 'wb').write(b'x')"`, 'fs.write-disk', 'critical'],
    [`python -c "db.users.delete_many({})"`, 'sql.code-delete-many', 'high'],
    [`python <<'E'\nimport os\nwhile True:\n    os.fork()\nE`, 'process.code-fork-bomb', 'critical'],
    [`node -e "require('fs').rmSync('/srv/data', {recursive: true})"`, 'fs.code-remove-tree', 'high'],
    [`node -e "const fs = require('node:fs'); fs.unlinkSync('/etc/passwd')"`, 'fs.rm-system-file', 'high'],
    [`node -e "require('child_process').spawn('rm', ['-rf', '/srv/data'])"`, 'fs.rm-tree', 'high'],
    [`perl -e 'unlink "/etc/passwd"'`, 'fs.rm-system-file', 'high'],
    [`perl -e 'print qx(rm -rf /srv/data)'`, 'fs.rm-tree', 'high'],
    [`ruby -e 'require "fileutils"; FileUtils.rm_rf "/srv/data"'`, 'fs.code-remove-tree', 'high'],
    ['ruby -e "`rm -rf /srv/data`"', 'fs.rm-tree', 'high'],
    [`php -r 'shell_exec("rm -rf /srv/data");'`, 'fs.rm-tree', 'high'],
    [`lua -e 'os.execute("rm -rf /srv/data")'`, 'fs.rm-tree', 'high'],
    [`mongosh shop --eval 'db.dropDatabase()'`, 'sql.code-drop-database', 'critical'],
    [`mongosh shop --eval 'db.users.deleteMany({})'`, 'sql.code-delete-many', 'high'],
    [`pwsh -c 'Remove-Item -Recurse -Force C:\\data'`, 'fs.rm-tree', 'high'],
    [`sed -i '1e rm -rf /srv/data' x`, 'fs.rm-tree', 'high'],
    [`vim -c ':!rm -rf /srv/data' x`, 'fs.rm-tree', 'high'],
    [`git -c alias.x='!rm -rf /srv/data' x`, 'fs.rm-tree', 'high'],
    [`tar cf a.tar --checkpoint=1 --checkpoint-action=exec='rm -rf /srv/data' a`, 'fs.rm-tree', 'high'],
  ])('%s is %s, %s', (action, rule, severity) => {
    expect(judged(action).findings).toContainEqual(expect.objectContaining({ rule_id: rule, severity }))
  })

  test.each([
    `python -c "# os.remove('/etc/passwd')\nprint('shutil.rmtree')"`,
    `python -c "items.remove(3); d.pop('x'); s.discard(1)"`,
    `python -c "text = '''os.system('rm -rf /')'''"`,
    `node -e "map.delete(key); /* fs.rmSync('/') */ console.log('rm -rf /')"`,
    `ruby -e 'puts "rm -rf /"'`,
    `python -m http.server`,
    `node server.js`,
    `mongosh --eval 'db.users.find()'`,
    `perl -ne 'print if /delete/' log`,
  ])('does no harm: %s', (action) => {
    expect(judged(action).decision).toBe('allow')
  })
})

describe('a single call as the action', () => {
  test.each([
    ['client.users.delete("42")', 'tool.code-delete', 'medium'],
    ['await s3.deleteBucket({ Bucket: "photos" })', 'tool.code-delete', 'medium'],
    ['db.users.drop()', 'sql.code-drop', 'high'],
    ['User.destroy_all()', 'sql.code-drop', 'high'],
    ['Stripe::Refund.create(charge: "ch_1")', 'payment.code-refund', 'high'],
    ['shutil.rmtree("/srv/data")', 'fs.code-remove-tree', 'high'],
  ])('%s is %s, %s', (action, rule, severity) => {
    expect(judged(action)).toMatchObject({ severity, parsed: { dialect: 'text' } })
    expect(judged(action).findings.map(({ rule_id }) => rule_id)).toContain(rule)
  })

  test.each(['client.users.get("42")', 'orders.search({ state: "deleted" })', 'page.click("#delete")'])(
    '%s does no harm',
    (action) => {
      expect(judged(action).decision).toBe('allow')
    },
  )
})

describe('what is destructive is found behind any number of harmless things', () => {
  test.each([
    ['calls', `python3 -c '${'print(1)\n'.repeat(1_500)}import shutil; shutil.rmtree("/srv/data")'`],
    ['texts of a call', `python3 -c 'cursor.execute(${'"a", '.repeat(30)}"DROP TABLE users")'`],
    [
      'members of a list',
      JSON.stringify([...Array.from({ length: 700 }, () => ({ n: 1 })), { command: 'rm -rf /srv/data' }]),
    ],
    [
      'members of an object',
      JSON.stringify({
        ...Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`k${n}`, n])),
        command: 'rm -rf /srv/data',
      }),
    ],
    ['sentences', `${'All is well today. '.repeat(700)}Then delete the production database.`],
    [
      'words of a sentence',
      `${'We have thought about it for long and '.repeat(120)}then delete the production database`,
    ],
  ])('%s', (_what, action) => {
    expect(action.length).toBeLessThan(20_000)
    expect(judged(action).decision).not.toBe('allow')
  })

  test('and that many harmless things alone are still allowed', () => {
    expect(judged(`python3 -c '${'print(1)\n'.repeat(1_500)}'`).decision).toBe('allow')
    expect(judged(JSON.stringify(Array.from({ length: 700 }, () => ({ n: 1 })))).decision).toBe('allow')
  })
})
