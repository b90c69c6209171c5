import { Migration } from '@mikro-orm/migrations'

/** The name of every constraint and index begins with the name of its table. */
export class Names extends Migration {
  override name = '0018-names'

  override up() {
    this.addSql(RENAMED)
    this.addSql(HEARTBEATS)
  }
}

const RENAMED = `
alter table listing_vetting rename constraint listing_vetted_whole to listing_vetting_whole;
alter table note rename constraint note_check to note_stored_whole;
alter table reputation_evidence rename constraint reputation_attested_has_rating to reputation_evidence_attested_has_rating;
alter table worker_heartbeat rename constraint pulse_closed_has_notice to worker_heartbeat_closed_has_notice;
alter table payment_proof rename constraint payment_bound to payment_proof_bound;
alter table payment_proof rename constraint payment_tried to payment_proof_tried;
alter table payment_proof rename constraint payment_settled_has_transaction to payment_proof_settled_has_transaction;
alter index payment_claimed rename to payment_proof_claimed;
alter index payment_due rename to payment_proof_due;
alter index payment_idem rename to payment_proof_idem;
alter index payment_identifier rename to payment_proof_identifier;
alter index payment_not_final rename to payment_proof_not_final;
alter index payment_of_payer rename to payment_proof_of_payer;
alter index payment_of_product rename to payment_proof_of_product;
alter index payment_one_transfer rename to payment_proof_one_transfer;
`

// The table was called worker_pulse. PostgreSQL 18 names NOT NULL constraints too, older versions have none to rename.
const HEARTBEATS = `
do $$
declare
  former text;
begin
  for former in select conname from pg_constraint where conrelid = 'worker_heartbeat'::regclass and conname like 'worker\\_pulse\\_%' loop
    execute format('alter table worker_heartbeat rename constraint %I to %I', former, replace(former, 'worker_pulse', 'worker_heartbeat'));
  end loop;
end $$;
`
