-- The foundation: palaces, the hierarchy, its history, jobs, and the index of search.
-- drawers_live_name, rooms_live_name, wings_live_name: one live row a name; what races is decided by them.
-- drawers_live_content: the same unnamed text twice in a room. drawers_live_document: a mined file by its path.
-- passage_vectors_near_*: built as a palace grows, by search/vector-index.ts.
-- jobs_claimable: the next job to run. jobs_writing: what holds off a delete. passages_lexemes: search by word.
-- job_events: what streams repeat, by the transactions that wrote it.
CREATE EXTENSION IF NOT EXISTS vector;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SCHEMA "loci";
--> statement-breakpoint
CREATE TABLE "loci"."palaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "palaces_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "loci"."drawers" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"room_id" uuid NOT NULL,
	"name" text,
	"content" text NOT NULL,
	"content_hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"source_uri" text,
	"source_kind" text,
	"source_document" text,
	"source_position" integer,
	"author" text,
	"authored_at" timestamp (3) with time zone,
	"added_by" text NOT NULL,
	CONSTRAINT "drawers_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."rooms" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"wing_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "rooms_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."wings" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "wings_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."change_sets" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"channel" text NOT NULL,
	"session" text,
	"operation" text NOT NULL,
	"summary" text NOT NULL,
	"undoes" uuid[],
	"digest" text,
	"number" bigint,
	"seal" text,
	CONSTRAINT "change_sets_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."receipts" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"change_set_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"wings" integer NOT NULL,
	"rooms" integer NOT NULL,
	"drawers" integer NOT NULL,
	"revisions" integer NOT NULL,
	"columns" integer NOT NULL,
	CONSTRAINT "receipts_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."revisions" (
	"palace_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"entity" text NOT NULL,
	"kind" text NOT NULL,
	"change_set_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"content" text,
	"salt" uuid DEFAULT gen_random_uuid(),
	"purged" text,
	CONSTRAINT "revisions_pkey" PRIMARY KEY("palace_id","entity_id","number")
);
--> statement-breakpoint
CREATE TABLE "loci"."job_events" (
	"palace_id" uuid NOT NULL,
	"transaction" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "loci"."job_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"progress" jsonb NOT NULL,
	CONSTRAINT "job_events_pkey" PRIMARY KEY("palace_id","transaction","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."job_outcomes" (
	"palace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"item" integer NOT NULL,
	"outcome" jsonb NOT NULL,
	CONSTRAINT "job_outcomes_pkey" PRIMARY KEY("palace_id","job_id","item")
);
--> statement-breakpoint
CREATE TABLE "loci"."jobs" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"priority" integer DEFAULT 50 NOT NULL,
	"payload" jsonb NOT NULL,
	"writes_palace" boolean NOT NULL,
	"requested" text,
	"progress" jsonb DEFAULT '{"current":0,"total":null,"message":""}'::jsonb NOT NULL,
	"resume_point" jsonb,
	"result" jsonb,
	"error" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"recoveries" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 3 NOT NULL,
	"lease" uuid,
	"lease_until" timestamp (3) with time zone,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"idempotency_key" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."session_modes" (
	"palace_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"session" text NOT NULL,
	"mode" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_modes_pkey" PRIMARY KEY("palace_id","actor","session")
);
--> statement-breakpoint
CREATE TABLE "loci"."corpus_statistics" (
	"palace_id" uuid NOT NULL,
	"passages" bigint NOT NULL,
	"length" bigint NOT NULL,
	CONSTRAINT "corpus_statistics_pkey" PRIMARY KEY("palace_id")
);
--> statement-breakpoint
CREATE TABLE "loci"."passage_vectors" (
	"palace_id" uuid NOT NULL,
	"profile" text NOT NULL,
	"drawer_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"room_id" uuid NOT NULL,
	"embedding" vector NOT NULL,
	CONSTRAINT "passage_vectors_pkey" PRIMARY KEY("palace_id","profile","drawer_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "loci"."passages" (
	"palace_id" uuid NOT NULL,
	"drawer_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"room_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"char_start" integer NOT NULL,
	"char_length" integer NOT NULL,
	"length" integer NOT NULL,
	"lexemes" "tsvector" NOT NULL,
	CONSTRAINT "passages_pkey" PRIMARY KEY("palace_id","drawer_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "loci"."statistic_deltas" (
	"palace_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "loci"."statistic_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sign" smallint NOT NULL,
	"length" integer NOT NULL,
	"terms" text[] NOT NULL,
	CONSTRAINT "statistic_deltas_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."term_statistics" (
	"palace_id" uuid NOT NULL,
	"term" text NOT NULL,
	"passages" bigint NOT NULL,
	CONSTRAINT "term_statistics_pkey" PRIMARY KEY("palace_id","term")
);
--> statement-breakpoint
ALTER TABLE "loci"."drawers" ADD CONSTRAINT "drawers_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."drawers" ADD CONSTRAINT "drawers_room" FOREIGN KEY ("palace_id","room_id") REFERENCES "loci"."rooms"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."rooms" ADD CONSTRAINT "rooms_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."rooms" ADD CONSTRAINT "rooms_wing" FOREIGN KEY ("palace_id","wing_id") REFERENCES "loci"."wings"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."wings" ADD CONSTRAINT "wings_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."change_sets" ADD CONSTRAINT "change_sets_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."receipts" ADD CONSTRAINT "receipts_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."revisions" ADD CONSTRAINT "revisions_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."job_events" ADD CONSTRAINT "job_events_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."job_outcomes" ADD CONSTRAINT "job_outcomes_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."job_outcomes" ADD CONSTRAINT "job_outcomes_job" FOREIGN KEY ("palace_id","job_id") REFERENCES "loci"."jobs"("palace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."jobs" ADD CONSTRAINT "jobs_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."session_modes" ADD CONSTRAINT "session_modes_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."corpus_statistics" ADD CONSTRAINT "corpus_statistics_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."passage_vectors" ADD CONSTRAINT "passage_vectors_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."passage_vectors" ADD CONSTRAINT "passage_vectors_passage" FOREIGN KEY ("palace_id","drawer_id","ordinal") REFERENCES "loci"."passages"("palace_id","drawer_id","ordinal") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."passages" ADD CONSTRAINT "passages_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."passages" ADD CONSTRAINT "passages_drawer" FOREIGN KEY ("palace_id","drawer_id") REFERENCES "loci"."drawers"("palace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."statistic_deltas" ADD CONSTRAINT "statistic_deltas_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."term_statistics" ADD CONSTRAINT "term_statistics_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drawers_live_name" ON "loci"."drawers" USING btree ("palace_id","room_id","left"("name", 600),md5("name")) WHERE deleted_at is null and name is not null;--> statement-breakpoint
CREATE INDEX "drawers_live_content" ON "loci"."drawers" USING btree ("palace_id","content_hash","room_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "drawers_live_document" ON "loci"."drawers" USING btree ("palace_id","left"("source_document", 600)) WHERE deleted_at is null and source_document is not null;--> statement-breakpoint
CREATE INDEX "drawers_room" ON "loci"."drawers" USING btree ("palace_id","room_id","id");--> statement-breakpoint
CREATE INDEX "drawers_deleted_in" ON "loci"."drawers" USING btree ("palace_id","deleted_in") WHERE deleted_in is not null;--> statement-breakpoint
CREATE INDEX "drawers_trash" ON "loci"."drawers" USING btree ("palace_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_live_name" ON "loci"."rooms" USING btree ("palace_id","wing_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "rooms_live_name_key" ON "loci"."rooms" USING btree ("palace_id","wing_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "rooms_wing" ON "loci"."rooms" USING btree ("palace_id","wing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wings_live_name" ON "loci"."wings" USING btree ("palace_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "wings_live_name_key" ON "loci"."wings" USING btree ("palace_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "change_sets_session" ON "loci"."change_sets" USING btree ("palace_id","session","id");--> statement-breakpoint
CREATE INDEX "change_sets_at" ON "loci"."change_sets" USING btree ("palace_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "change_sets_number" ON "loci"."change_sets" USING btree ("palace_id","number") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "change_sets_unsealed" ON "loci"."change_sets" USING btree ("palace_id","id") WHERE number is null;--> statement-breakpoint
CREATE INDEX "change_sets_undoes" ON "loci"."change_sets" USING gin ("undoes") WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX "revisions_change_set" ON "loci"."revisions" USING btree ("palace_id","change_set_id");--> statement-breakpoint
CREATE INDEX "job_events_job" ON "loci"."job_events" USING btree ("palace_id","job_id","transaction","id");--> statement-breakpoint
CREATE INDEX "job_events_at" ON "loci"."job_events" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_idempotency_key" ON "loci"."jobs" USING btree ("palace_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "jobs_claimable" ON "loci"."jobs" USING btree ("priority" DESC NULLS FIRST,"id","run_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "jobs_leased" ON "loci"."jobs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_writing" ON "loci"."jobs" USING btree ("palace_id") WHERE writes_palace and status in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "jobs_status" ON "loci"."jobs" USING btree ("palace_id","status","id");--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "loci"."jobs" USING btree ("completed_at") WHERE status in ('completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX "passage_vectors_room" ON "loci"."passage_vectors" USING btree ("palace_id","room_id");--> statement-breakpoint
CREATE INDEX "passages_lexemes" ON "loci"."passages" USING gin ("lexemes");--> statement-breakpoint
CREATE INDEX "passages_room" ON "loci"."passages" USING btree ("palace_id","room_id");--> statement-breakpoint
CREATE VIEW "loci"."live_drawers" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "room_id", "name", "content", "content_hash", "bytes", "tags", "source_uri", "source_kind", "source_document", "source_position", "author", "authored_at", "added_by" from "loci"."drawers" where "loci"."drawers"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "loci"."live_rooms" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "wing_id", "name", "name_key", "description" from "loci"."rooms" where "loci"."rooms"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "loci"."live_wings" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "name", "name_key", "description" from "loci"."wings" where "loci"."wings"."deleted_at" is null);--> statement-breakpoint
-- texts live beside the rows, so that whatever reads no text passes over small rows
ALTER TABLE "loci"."drawers" SET (toast_tuple_target = 128);--> statement-breakpoint
ALTER TABLE "loci"."revisions" SET (toast_tuple_target = 128);--> statement-breakpoint
-- ranking reads the lexemes of thousands of passages: they stay in the row, as long as it fits a page
ALTER TABLE "loci"."passages" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "loci"."passages" ALTER COLUMN "lexemes" SET STORAGE MAIN;--> statement-breakpoint
-- the passages nearest to a vector, by the index of their palace and profile once it has one (search/vector-index.ts)
CREATE FUNCTION "loci"."nearest_passages"(palace uuid, profile text, query vector, most integer)
RETURNS TABLE (drawer_id uuid, ordinal integer, distance float8) LANGUAGE plpgsql ROWS 200
SET ivfflat.probes = 12 SET ivfflat.iterative_scan = relaxed_order AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT v.drawer_id, v.ordinal, v.embedding::vector(%s) <#> $1 FROM loci.passage_vectors v
     WHERE v.palace_id = %L AND v.profile = %L ORDER BY 3 LIMIT $2', vector_dims(query), palace, profile)
    USING query, most;
END
$$;--> statement-breakpoint
-- every change of a job tells of itself, whichever statement makes it; progress no more often than people can look
CREATE FUNCTION "loci"."tell_of_job"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new.status = old.status AND clock_timestamp() - interval '200 milliseconds' < (
    SELECT at FROM loci.job_events WHERE palace_id = new.palace_id AND job_id = new.id
    ORDER BY transaction DESC, id DESC LIMIT 1
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO loci.job_events (palace_id, transaction, job_id, kind, at, status, progress)
  VALUES (new.palace_id, pg_current_xact_id()::text::bigint, new.id, new.kind, clock_timestamp(), new.status, new.progress);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "jobs_told" AFTER INSERT ON "loci"."jobs" FOR EACH ROW EXECUTE FUNCTION "loci"."tell_of_job"();--> statement-breakpoint
CREATE TRIGGER "jobs_told_on" AFTER UPDATE OF status, progress ON "loci"."jobs" FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR old.progress IS DISTINCT FROM new.progress)
  EXECUTE FUNCTION "loci"."tell_of_job"();
