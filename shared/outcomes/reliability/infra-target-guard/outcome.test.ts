import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { infraTargetGuard } from './outcome.ts'

const run = (input: unknown) => infraTargetGuard.run(input, fakeContext())
const has = (code: string) => ({ reasons: expect.arrayContaining([expect.objectContaining({ code })]) })

describe('infra-target-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(infraTargetGuard.example.input)).toEqual(infraTargetGuard.example.output)
  })

  test('blocks a write to production that was declared as dev', async () => {
    const answer = await run({ action: 'kubectl --context prod-eu delete pod x', environment: 'dev' })
    expect(answer).toMatchObject({
      decision: 'block',
      environment_declared: 'dev',
      environment_inferred: 'production',
      read_only: false,
      ...has('environment_mismatch'),
      resolved: [{ kind: 'k8s', value: 'prod-eu', environment_guess: 'production', confidence: 0.9 }],
    })
  })

  test.each([
    ['ssh root@10.0.0.5 reboot', '10.0.0.5'],
    ['ssh -p 2222 -i key.pem deploy@prod-db systemctl restart postgres', 'prod-db'],
    ['ssh prod-db "rm -rf /data"', 'prod-db'],
    ['ssh -A -J bastion prod-db uptime', 'prod-db'],
  ])('of ssh the host counts, not the command it runs there: %s', async (action, host) => {
    const { resolved } = (await run({ action })) as { resolved: { kind: string; value: string }[] }
    expect(resolved.filter(({ kind }) => kind === 'host' || kind === 'ip').map(({ value }) => value)).toEqual([host])
  })

  test('asks for a review where the same is only read', async () => {
    expect(await run({ action: 'kubectl --context prod-eu get pods', environment: 'dev' })).toMatchObject({
      decision: 'review',
      read_only: true,
      ...has('environment_mismatch'),
    })
  })

  test('blocks another account than the expected one, for reads too', async () => {
    const action = 'aws s3 ls'
    const context = { aws_account_id: '111111111111' }
    expect(await run({ action, context, expected: { account_id: '222222222222' } })).toMatchObject({
      decision: 'block',
      ...has('account_mismatch'),
      mismatches: [{ field: 'account_id', expected: '222222222222', actual: '111111111111', severity: 'high' }],
    })
    expect(await run({ action, context, expected: { account_id: '111111111111' } })).toMatchObject({
      decision: 'allow',
      read_only: true,
    })
  })

  test.each([
    'curl http://169.254.169.254/latest/',
    'curl 169.254.169.254/latest/',
    'curl http://2852039166/latest/meta-data',
    'wget http://0xa9fea9fe/',
    'curl http://169.254.169.254.nip.io/',
    'curl http://app-169-254-169-254.sslip.io/',
    'curl http://a9fea9fe.nip.io/',
    'curl http://[::ffff:169.254.169.254]/',
    'curl http://[fd00:ec2::254]/latest/',
    'curl -H "Metadata-Flavor: Google" http://metadata.google.internal/computeMetadata/v1/',
  ])('blocks the metadata service: %s', async (action) => {
    expect(await run({ action })).toMatchObject({ decision: 'block', private_or_metadata: true, ...has('metadata') })
  })

  test('has a write confirmed during a freeze, not before or after', async () => {
    const input = {
      action: 'deploy',
      environment: 'production',
      target: 'prod',
      freeze_windows: [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', reason: 'holidays' }],
    }
    expect(await run({ ...input, now: '2026-01-01T12:00:00Z' })).toMatchObject({
      decision: 'require_confirm',
      ...has('freeze'),
    })
    expect(await run({ ...input, now: '2026-01-02T00:00:00Z' })).toMatchObject({ decision: 'allow', reasons: [] })
  })

  test.each([
    ['prod', 'production'],
    ['web-prd-01', 'production'],
    ['prod2.db.example.com', 'production'],
    ['acmeProd', 'production'],
    ['preprod', 'staging'],
    ['pre-prod', 'staging'],
    ['non_production', 'staging'],
    ['nonprod-eu', 'staging'],
    ['orders.uat', 'staging'],
    ['sandbox-7', 'dev'],
    ['product-catalog', 'unknown'],
    ['reproduce', 'unknown'],
    ['latest-contest', 'unknown'],
    ['delivery', 'unknown'],
  ])('reads the name %s as %s', async (target, environment_inferred) => {
    expect(await run({ action: 'deploy', target })).toMatchObject({ environment_inferred })
  })

  test.each([
    ['helm upgrade web ./chart --kube-context=prod', 'production'],
    ['AWS_PROFILE=prod-admin aws ec2 terminate-instances --instance-ids i-1', 'production'],
    ['gcloud compute instances delete vm --project acme-prod', 'production'],
    ['az vm delete -g rg-prod -n vm1', 'production'],
    ['psql postgres://app:pw@db.prod.example.com:5432/orders -c "delete from t"', 'production'],
    ['psql -h orders-prod -d app -c "update t set a=1"', 'production'],
    ['aws sns publish --topic-arn arn:aws:sns:eu-west-1:123456789012:prod-alerts --message x', 'production'],
    ['aws s3 rm s3://acme-prod-data/x', 'production'],
    ['terraform workspace select prod', 'production'],
    ['ssh deploy@web1.staging.example.com "systemctl restart web"', 'staging'],
    ['docker -H tcp://127.0.0.1:2375 rm -f web', 'dev'],
    ['rsync -a ./dist/ deploy@web-prod:/srv', 'production'],
    ['restart the production database', 'production'],
  ])('finds the target in: %s', async (action, environment_inferred) => {
    expect(await run({ action })).toMatchObject({ environment_inferred, read_only: false })
  })

  test('lets a flag of the action overrule the context', async () => {
    const input = { action: 'kubectl --context staging-eu delete pod x', context: { kube_context: 'prod-eu' } }
    expect(await run({ ...input, environment: 'staging' })).toMatchObject({
      decision: 'allow',
      environment_inferred: 'staging',
    })
  })

  test('does not judge by a context that the action does not use', async () => {
    const context = { kube_context: 'prod-eu', aws_profile: 'dev' }
    expect(await run({ action: 'aws s3 rm s3://scratch/x', environment: 'dev', context })).toMatchObject({
      decision: 'allow',
      environment_inferred: 'dev',
    })
    expect(await run({ action: 'kubectl delete pod x', environment: 'dev', context })).toMatchObject({
      decision: 'block',
    })
  })

  test('believes the map of accounts more than names', async () => {
    const input = {
      action: 'aws lambda delete-function --function-name f --profile dev-tools',
      context: { aws_account_id: '111122223333' },
      environment: 'dev',
    }
    expect(await run({ ...input, expected: { accounts: { 111122223333: 'production' } } })).toMatchObject({
      decision: 'block',
      environment_inferred: 'production',
    })
    expect(await run(input)).toMatchObject({ decision: 'allow', environment_inferred: 'dev' })
  })

  test('has a write to an unknown or undeclared production target confirmed', async () => {
    expect(await run({ action: 'kubectl delete pod x' })).toMatchObject({
      decision: 'require_confirm',
      ...has('environment_unknown'),
    })
    expect(await run({ action: 'kubectl get pods' })).toMatchObject({ decision: 'allow', read_only: true })
    expect(await run({ action: 'kubectl --context prod delete pod x' })).toMatchObject({
      decision: 'require_confirm',
      ...has('production_undeclared'),
    })
  })

  test('compares region, project, cluster, namespace and host with what is expected', async () => {
    const expected = { region: 'eu-west-1', project: 'p1', cluster: 'c1', namespace: 'web', host: 'a.example.com' }
    const answer = await run({
      action: 'kubectl -n pay apply -f x.yaml',
      target: 'https://b.example.com/x',
      context: { aws_region: 'us-east-1', gcp_project: 'p2', kube_context: 'c2' },
      expected,
    })
    expect(answer).toMatchObject({ decision: 'block' })
    for (const field of Object.keys(expected)) expect(answer).toMatchObject(has(`${field}_mismatch`))
  })

  test('says when an expectation could not be compared', async () => {
    expect(await run({ action: 'deploy', target: 'dev', expected: { region: 'eu-west-1' } })).toMatchObject({
      decision: 'review',
      ...has('expected_unverified'),
    })
  })

  test('blocks protected targets and has strangers to the allowlist confirmed', async () => {
    const action = 'aws s3 rm s3://billing-dev/x'
    expect(await run({ action, protected: ['BILLING-*'] })).toMatchObject({ decision: 'block', ...has('protected') })
    expect(await run({ action, allowlist: ['shop-*'] })).toMatchObject({
      decision: 'require_confirm',
      ...has('not_allowlisted'),
    })
    expect(await run({ action, allowlist: ['billing-*', 'shop-*'] })).toMatchObject({ decision: 'allow' })
  })

  test.each([
    'postgres://app:hunter2secret@db.prod.example.com/orders',
    'postgres://app:hunter2secret/@x@db.prod.example.com/orders',
    'Server=db.prod.example.com;User Id=sa;Password=hunter2secret',
    'https://x.example.com/a?token=hunter2secret&b=1',
  ])('shows no credential of %s', async (target) => {
    const answer = await run({ action: `PGPASSWORD=hunter2secret psql ${target} -c "select 1"`, target })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    expect(answer).toMatchObject({ redacted_target: expect.stringContaining('example.com') })
  })

  test.each([
    ['curl -X POST https://dev.example.com/a', false],
    ['curl https://dev.example.com/a', true],
    ['psql -h dev -c "select 1"', true],
    ['psql -h dev -c "insert into t values (1)"', false],
    ['cat a > /etc/dev.conf', false],
    ['terraform plan', true],
    ['SELECT * FROM dev.t', true],
    ['make deploy', false],
  ])('knows whether %s only reads: %s', async (action, read_only) => {
    expect(await run({ action })).toMatchObject({ read_only })
  })

  test.each([
    { action: '' },
    { action: 'x', environment: 'prod' },
    { action: 'x', freeze_windows: [{ from: 'soon', to: 'later' }] },
    { action: 'x', expected: { accounts: { a: 'prod' } } },
  ])('refuses %j', async (input) => {
    await expect(run(input)).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('answers any text, in time', async () => {
    const word = fc.constantFrom(
      'ssh ',
      'a.',
      '://',
      '@',
      'arn:aws:',
      'prod',
      '=',
      ' ',
      '/',
      'host=',
      '*',
      '"',
      '-h ',
      '[',
      '::',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, fc.string()), { minLength: 1, maxLength: 60 }), async (words) => {
        const text = `x${words.join('')}`
        if (!text.isWellFormed()) return
        expect(await run({ action: text, target: text, protected: ['*a*b*'] })).toHaveProperty('decision')
      }),
      { numRuns: 60 },
    )
    for (const part of ['ssh -a ', 'a.', 'a:', 'http://a:b', 'password=', 'scp ', 'a@']) {
      expect(await run({ action: part.repeat(20_000 / part.length) })).toHaveProperty('decision')
    }
  })
})
