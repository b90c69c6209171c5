import { describe, expect, test } from 'vitest'

import { findPermission } from './allowlist.ts'

describe('an allowlist', () => {
  test.each([
    ['git push --force', 'git   push  --force'],
    ['git push --force', "git 'push' --force"],
    ['rm -rf build', 'rm -rf build # clean up'],
    ['drop table scratch', 'DROP TABLE scratch;'],
    ['DELETE /api/cache', 'DELETE   /api/cache'],
    ['rm -rf build/*', 'rm -rf build/out'],
    ['rm -rf build/*', 'rm -rf build/*'],
    ['git push *', 'git push origin feature --force'],
    ['kubectl delete pod *', 'kubectl delete pod a b c'],
    ['terraform destroy *', 'echo go && terraform destroy -target=a.b'],
    ['DELETE FROM scratch_*', 'delete from scratch_7'],
  ])('entry %j permits %j', (entry, action) => {
    expect(findPermission(['ls', entry], action)).toBe(entry)
  })

  test.each([
    ['git push', 'git push --force'],
    ['git push *', 'git push; rm -rf /data'],
    ['git push *', 'git push && git reset --hard'],
    ['git push *', 'git push $(rm -rf /data)'],
    ['git push *', 'git push | sh'],
    ['git push *', 'git push > /etc/passwd'],
    ['rm -rf build/*', 'rm -rf build/a /data'],
    ['rm -rf build/*', 'rm -rf build/../data'],
    ['rm -rf build*', 'rm -rf build /data'],
    ['rm -rf data', 'cd / && rm -rf data'],
    ['rm -rf *', 'sudo rm -rf data'],
    ['DELETE FROM scratch_*', 'DELETE FROM scratch_1; DROP TABLE users'],
    ['echo *', 'echo `rm -rf /data`'],
    ['', 'rm -rf data'],
    ['a(b', 'a(b c'],
  ])('entry %j does not permit %j', (entry, action) => {
    expect(findPermission([entry], action)).toBeUndefined()
  })

  test('permits nothing when it is empty', () => {
    expect(findPermission([], 'ls')).toBeUndefined()
  })

  test('permits a row of commands only if every one is permitted or changes nothing', () => {
    const entries = ['git stash', 'git reset --hard *']
    expect(findPermission(entries, 'git stash && git reset --hard HEAD~1 && echo done')).toBeDefined()
    expect(findPermission(entries, 'git stash && git reset --hard HEAD~1 && git clean -fd')).toBeUndefined()
  })

  test('stays quick on patterns made to backtrack', () => {
    const action = `rm ${'a'.repeat(15_000)}`
    expect(findPermission([`rm ${'a*'.repeat(900)}b`], action)).toBeUndefined()
  })
})
