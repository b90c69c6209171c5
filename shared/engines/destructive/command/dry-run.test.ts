import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

describe('a dry-run flag', () => {
  test.each([
    'kubectl delete ns prod --dry-run=client',
    'kubectl delete ns prod --dry-run=server',
    'git push --force --dry-run origin main',
    'git clean -fdn',
    'git -C repo clean -nfdx',
    'rsync -an --delete a/ b/',
    'rclone purge remote:x --dry-run',
    'terraform plan -destroy',
    'helm uninstall shop --dry-run',
    'aws s3 rm s3://b --recursive --dryrun',
    'aws ec2 terminate-instances --instance-ids i-1 --dry-run',
    'apt-get -s purge nginx',
    'npm unpublish x --dry-run',
    'restic forget --prune --keep-last 1 --dry-run',
    'zfs destroy -nv tank/x',
    'mkfs.ext4 -n /dev/sdb1',
    'make -n destroy',
    'ansible-playbook destroy.yml --check',
    'sudo bash -c "kubectl delete ns prod --dry-run=client"',
    'Remove-Item -Recurse C:\\data -WhatIf',
  ])('makes it a rehearsal: %s', (action) => {
    expect(assessDestructive({ action })).toMatchObject({
      decision: 'allow',
      dry_run_effective: true,
      severity: 'none',
    })
  })

  test.each([
    'kubectl delete ns prod --dry-run=none',
    'rm -rf /srv/data --dry-run',
    'rm -rf /srv/data -n',
    'git commit -n -m x && git reset --hard',
    'dd if=a of=/dev/sda --dry-run',
    'docker volume rm x --dry-run',
    'kubectl delete ns prod -- --dry-run=client',
    'kubectl delete ns prod --dry-run=client; kubectl delete ns prod',
    'echo --dry-run; terraform destroy -auto-approve',
  ])('is none here: %s', (action) => {
    expect(assessDestructive({ action })).toMatchObject({ dry_run_effective: false })
    expect(assessDestructive({ action }).decision).not.toBe('allow')
  })

  test('leaves a note of what it holds back', () => {
    const verdict = assessDestructive({ action: 'kubectl delete ns prod --dry-run=client' })
    expect(verdict.findings).toEqual([])
    expect(verdict.reasons).toMatchObject([
      {
        code: 'dry_run_effective',
        severity: 'info',
        evidence: { rule_id: 'k8s.delete-namespace', severity: 'critical' },
      },
    ])
  })
})
