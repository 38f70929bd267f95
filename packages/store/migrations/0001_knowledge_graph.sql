-- The knowledge graph: tunnels between rooms, entities, and facts that hold for a time, all with a history.
-- tunnels_live_ends: one live tunnel between two rooms, whichever is its source. entities_live_name: one live entity a
-- name. facts_single: a subject has one object at a time where the predicate is said to be single-valued.
-- facts_subject, facts_object: what is known of an entity. *_trash: what a retention or a list of the trash looks for.
-- drawers_live_document: a mined file by its path, and what stands beside a passage by its position. mined_files: what need not
-- be read again.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "loci"."mined_files" (
	"palace_id" uuid NOT NULL,
	"wing_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"revision" text NOT NULL,
	"documents" integer NOT NULL,
	"mined_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loci"."deleted_hallways" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "deleted_hallways_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."entities" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"alias_keys" text[] DEFAULT '{}' NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	CONSTRAINT "entities_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."facts" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"subject_id" uuid NOT NULL,
	"predicate" text NOT NULL,
	"object_id" uuid NOT NULL,
	"valid_from" timestamp (3) with time zone,
	"valid_from_precision" text,
	"valid_to" timestamp (3) with time zone,
	"valid_to_precision" text,
	"single_valued" boolean DEFAULT false NOT NULL,
	"confidence" real DEFAULT 1 NOT NULL,
	"source" text,
	"source_drawer_id" uuid,
	"added_by" text NOT NULL,
	CONSTRAINT "facts_pkey" PRIMARY KEY("palace_id","id"),
	CONSTRAINT "facts_valid" CHECK (valid_from < valid_to)
);
--> statement-breakpoint
CREATE TABLE "loci"."tunnels" (
	"palace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_in" uuid,
	"source_room_id" uuid NOT NULL,
	"target_room_id" uuid NOT NULL,
	"source_drawer_id" uuid,
	"target_drawer_id" uuid,
	"label" text DEFAULT '' NOT NULL,
	"added_by" text NOT NULL,
	CONSTRAINT "tunnels_pkey" PRIMARY KEY("palace_id","id")
);
--> statement-breakpoint
CREATE TABLE "loci"."hook_settings" (
	"palace_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"silent_save" boolean DEFAULT true NOT NULL,
	"desktop_toast" boolean DEFAULT false NOT NULL,
	CONSTRAINT "hook_settings_pkey" PRIMARY KEY("palace_id","actor")
);
--> statement-breakpoint
DROP INDEX "loci"."drawers_live_document";--> statement-breakpoint
ALTER TABLE "loci"."receipts" ADD COLUMN "tunnels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loci"."receipts" ADD COLUMN "entities" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loci"."receipts" ADD COLUMN "facts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loci"."mined_files" ADD CONSTRAINT "mined_files_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."mined_files" ADD CONSTRAINT "mined_files_wing" FOREIGN KEY ("palace_id","wing_id") REFERENCES "loci"."wings"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."deleted_hallways" ADD CONSTRAINT "deleted_hallways_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."entities" ADD CONSTRAINT "entities_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."facts" ADD CONSTRAINT "facts_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."facts" ADD CONSTRAINT "facts_subject" FOREIGN KEY ("palace_id","subject_id") REFERENCES "loci"."entities"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."facts" ADD CONSTRAINT "facts_object" FOREIGN KEY ("palace_id","object_id") REFERENCES "loci"."entities"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."tunnels" ADD CONSTRAINT "tunnels_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."tunnels" ADD CONSTRAINT "tunnels_source" FOREIGN KEY ("palace_id","source_room_id") REFERENCES "loci"."rooms"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."tunnels" ADD CONSTRAINT "tunnels_target" FOREIGN KEY ("palace_id","target_room_id") REFERENCES "loci"."rooms"("palace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loci"."hook_settings" ADD CONSTRAINT "hook_settings_palace_id_palaces_id_fk" FOREIGN KEY ("palace_id") REFERENCES "loci"."palaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mined_files_path" ON "loci"."mined_files" USING btree ("palace_id","wing_id","kind","left"("path", 600),md5("path"));--> statement-breakpoint
CREATE UNIQUE INDEX "entities_live_name" ON "loci"."entities" USING btree ("palace_id","name_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entities_live_aliases" ON "loci"."entities" USING gin ("alias_keys") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entities_trash" ON "loci"."entities" USING btree ("palace_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "facts_subject" ON "loci"."facts" USING btree ("palace_id","subject_id","predicate");--> statement-breakpoint
CREATE INDEX "facts_object" ON "loci"."facts" USING btree ("palace_id","object_id");--> statement-breakpoint
CREATE INDEX "facts_source_drawer" ON "loci"."facts" USING btree ("palace_id","source_drawer_id") WHERE source_drawer_id is not null;--> statement-breakpoint
CREATE INDEX "facts_trash" ON "loci"."facts" USING btree ("palace_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tunnels_live_ends" ON "loci"."tunnels" USING btree ("palace_id",least("source_room_id", "target_room_id"),greatest("source_room_id", "target_room_id")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tunnels_source_room" ON "loci"."tunnels" USING btree ("palace_id","source_room_id");--> statement-breakpoint
CREATE INDEX "tunnels_target_room" ON "loci"."tunnels" USING btree ("palace_id","target_room_id");--> statement-breakpoint
CREATE INDEX "tunnels_trash" ON "loci"."tunnels" USING btree ("palace_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "drawers_live_document" ON "loci"."drawers" USING btree ("palace_id","left"("source_document", 600),"source_position") WHERE deleted_at is null and source_document is not null;--> statement-breakpoint
CREATE VIEW "loci"."graph_things" AS (select t.palace_id, 'tunnel' as entity, t.id, array[(select (select w.id from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.source_room_id), (select (select w.id from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.target_room_id)] as wing_ids,
        array[(select (select w.name from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.source_room_id), (select (select w.name from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.target_room_id)] as wing_names,
        (select (select w.name from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.source_room_id) || '/' || (select r.name from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.source_room_id) || ' <> ' ||
          (select (select w.name from "loci"."wings" w where w.palace_id = r.palace_id and w.id = r.wing_id) from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.target_room_id) || '/' || (select r.name from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.target_room_id) as address,
        t.deleted_at, t.deleted_in,
        t.deleted_at is null and (select r.deleted_at is null from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.source_room_id)
          and (select r.deleted_at is null from "loci"."rooms" r where r.palace_id = t.palace_id and r.id = t.target_room_id) as is_there
      from "loci"."tunnels" t
      union all
      select e.palace_id, 'entity', e.id, array[]::uuid[], array[]::text[], e.name, e.deleted_at, e.deleted_in, e.deleted_at is null
      from "loci"."entities" e
      union all
      select f.palace_id, 'fact', f.id, array[]::uuid[], array[]::text[],
        (select e.name from "loci"."entities" e where e.palace_id = f.palace_id and e.id = f.subject_id) || ' ' || f.predicate || ' ' || (select e.name from "loci"."entities" e where e.palace_id = f.palace_id and e.id = f.object_id), f.deleted_at,
        f.deleted_in, f.deleted_at is null
      from "loci"."facts" f);--> statement-breakpoint
CREATE VIEW "loci"."live_entities" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "name", "name_key", "aliases", "alias_keys", "type" from "loci"."entities" where "loci"."entities"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "loci"."live_facts" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "subject_id", "predicate", "object_id", "valid_from", "valid_from_precision", "valid_to", "valid_to_precision", "single_valued", "confidence", "source", "source_drawer_id", "added_by" from "loci"."facts" where "loci"."facts"."deleted_at" is null);--> statement-breakpoint
CREATE VIEW "loci"."live_tunnels" AS (select "palace_id", "id", "revision", "created_at", "updated_at", "deleted_at", "deleted_in", "source_room_id", "target_room_id", "source_drawer_id", "target_drawer_id", "label", "added_by" from "loci"."tunnels" where ("loci"."tunnels"."deleted_at" is null and exists (select 1 from "loci"."rooms" s where s.palace_id = "loci"."tunnels"."palace_id" and s.id = "loci"."tunnels"."source_room_id" and s.deleted_at is null) and exists (select 1 from "loci"."rooms" t where t.palace_id = "loci"."tunnels"."palace_id" and t.id = "loci"."tunnels"."target_room_id" and t.deleted_at is null)));--> statement-breakpoint
ALTER TABLE "loci"."facts" ADD CONSTRAINT "facts_single" EXCLUDE USING gist (
	palace_id WITH =, subject_id WITH =, predicate WITH =, tstzrange(valid_from, valid_to) WITH &&
) WHERE (single_valued AND deleted_at IS NULL) DEFERRABLE INITIALLY IMMEDIATE;
