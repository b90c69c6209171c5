import { Migration } from '@mikro-orm/migrations'

/** Reports know the account they count for and, as a keyed hash, the network they came from. */
export class FairReports extends Migration {
  override name = '0037-fair-reports'

  override up() {
    this.addSql(`alter table report add column account_id uuid, add column network bytea`)
    this.addSql(
      `update report r set account_id = u.account_id from market_user u where u.id = r.reporter_id and r.account_id is null`,
    )
    this.addSql(`alter table report alter column account_id set not null`)
    this.addSql(`create index report_of_account on report (account_id, created_at desc)`)
    this.addSql(`drop index report_of_reporter`)
    this.addSql(`create function report_for_account() returns trigger language plpgsql as $$
      begin
        new.account_id := coalesce(new.account_id, (select account_id from market_user where id = new.reporter_id));
        return new;
      end $$`)
    this.addSql(
      `create trigger report_account before insert on report for each row execute function report_for_account()`,
    )
  }
}
