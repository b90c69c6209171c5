import { Migration } from '@mikro-orm/migrations'

/**
 * Pages of the jobs feed are found in indexes alone, whatever the filters; only the jobs of the page are read. The row of
 * an uploaded file is there before its bytes are, so that nothing is stored without one.
 */
export class JobFeed extends Migration {
  override name = '0030-job-feed'

  override up() {
    for (const statement of [INDEXES, FILES]) this.addSql(statement)
  }
}

const INDEXES = `
drop index job_open_category;
create index job_open_category on job (category, updated_at desc, id desc) include (job_kind, budget_cents, capability_tags) where status = 'open';
drop index job_open_newest;
create index job_open_newest on job (updated_at desc, id desc) include (category, job_kind, budget_cents, capability_tags) where status = 'open';
create index job_open_budget on job (budget_cents) where status = 'open';
create index job_open_kind on job (job_kind, updated_at desc, id desc) where status = 'open';
`

const FILES = `
alter table job_file alter column bytes drop not null, alter column sha256 drop not null,
  add constraint job_file_stored check ((bytes is null) = (sha256 is null)),
  add constraint job_file_delivered check ((delivery_nth is null) or (bytes is not null));
create index job_file_waiting on job_file (created_at) where delivery_nth is null;
`
