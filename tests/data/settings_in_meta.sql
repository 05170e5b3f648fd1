-- A data folder's file as of 22 November 2026 (schema 0007), with all that a table had under keys of meta.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','0001_journal','2026-11-22 21:13:17.766580+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','0002_score_steps','2026-11-22 21:13:17.771228+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','0003_checksums','2026-11-22 21:13:17.772394+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','0004_imported','2026-11-22 21:13:17.773106+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','0005_people','2026-11-22 21:13:17.773875+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','0006_pledges','2026-11-22 21:13:17.774726+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'companion','0007_thoughts','2026-11-22 21:13:17.775806+00:00');
CREATE TABLE entries (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            by_seat INTEGER,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            device TEXT NOT NULL,
            action_id TEXT,
            batch INTEGER, "checksum" INTEGER,
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,'deal',NULL,'{"kind":"deal","first":1,"cards":["blue-saboteur","yellow-selfish","blue-loyal"],"aside":["blue-selfish","yellow-saboteur","yellow-loyal"]}','2026-11-22T21:13:17+00:00','table','dd8ff3f94fb1527a92def5fe',1,2970099870);
INSERT INTO "entries" VALUES(1,1,'end',NULL,'{"kind":"end","reason":"agreed"}','2026-11-22T21:13:17+00:00','table','384d93306046d78a905ce882',1,2298305407);
INSERT INTO "entries" VALUES(1,2,'join',NULL,'{"kind":"join","name":"Dora"}','2026-11-22T21:13:17+00:00','table','7a1f3d4658a965c0ed4d388e',1,3675646163);
INSERT INTO "entries" VALUES(2,0,'deal',NULL,'{"kind":"deal","first":0,"cards":["gold-digger","gold-digger","gold-digger"],"aside":["saboteur"]}','2026-11-22T21:13:17+00:00','table','258ba3a222b2b835df837a13',1,3650915870);
INSERT INTO "entries" VALUES(2,1,'end',NULL,'{"kind":"end","reason":"agreed"}','2026-11-22T21:13:17+00:00','table','2caed5110408e7cbba3f3ad1',1,2298305407);
CREATE TABLE "games" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "number" INTEGER NOT NULL,
   "game" TEXT NOT NULL,
   "options" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "seat_ids" TEXT NOT NULL,
   "created" TEXT NOT NULL,
   "over" INTEGER NOT NULL DEFAULT '0',
   "score_round" INTEGER NOT NULL DEFAULT '0',
   "score_steps" INTEGER NOT NULL DEFAULT '0',
   UNIQUE ("table_id", "number")
);
INSERT INTO "games" VALUES(1,1,1,'lost-mines','{"dealing":"phones","count_cards":true,"rounds":2,"last_card":"finish"}','["Anna","Ben","Cleo"]','[1,2,3]','2026-11-22T21:13:17+00:00',0,1,5);
INSERT INTO "games" VALUES(2,2,1,'saboteur','{"dealing":"phones","count_cards":true,"old_mine":false,"competitive":false,"selfish_dwarf":false,"tournament":false,"nugget_rule":"per-player","nuggets":"app","draft":"pick"}','["Emil","Fritz","Gina"]','[5,6,7]','2026-11-22T21:13:17+00:00',0,0,0);
CREATE TABLE left_out (
            game_id INTEGER PRIMARY KEY REFERENCES games(id)
        );
CREATE TABLE looked (
            game_id INTEGER NOT NULL REFERENCES games(id),
            what TEXT NOT NULL,
            seat INTEGER NOT NULL,
            PRIMARY KEY (game_id, what, seat)
        ) WITHOUT ROWID;
INSERT INTO "looked" VALUES(1,'card:0',-1);
INSERT INTO "looked" VALUES(2,'card:0',-1);
CREATE TABLE marks (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            about INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark TEXT NOT NULL,
            PRIMARY KEY (game_id, seat, about, seq)
        ) WITHOUT ROWID;
CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "meta" VALUES('cards:1','[1, 0, 2]');
INSERT INTO "meta" VALUES('cards:2','[1, 0, 1]');
INSERT INTO "meta" VALUES('chosen:1','{"game": "lost-mines", "options": {"dealing": "phones", "count_cards": true, "rounds": 2, "last_card": "finish"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:2','{"game": "saboteur", "options": {"dealing": "phones", "count_cards": true, "old_mine": false, "competitive": false, "selfish_dwarf": false, "tournament": false, "nugget_rule": "per-player", "nuggets": "app", "draft": "pick"}, "open": false}');
INSERT INTO "meta" VALUES('clock:1','{"shown": true, "ask": 5, "turn": "", "since": 1795381997.8552663, "paused": null, "held": 0.0}');
INSERT INTO "meta" VALUES('coming:1','{"of": "1.1", "plays": {"2": false}, "first": 3, "draws": 1}');
INSERT INTO "meta" VALUES('joined:1','{"dora": 4}');
INSERT INTO "meta" VALUES('thoughts:1','1');
INSERT INTO "meta" VALUES('turned:1','2');
INSERT INTO "meta" VALUES('worn:1','{"1": [7, "fox"], "3": [3, "owl"]}');
CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER REFERENCES games(id),
            seq INTEGER,
            message TEXT NOT NULL,
            "values" TEXT NOT NULL,
            at TEXT NOT NULL
        );
INSERT INTO "notes" VALUES(1,1,1,1,'The host let play begin before everybody had looked.','{}','2026-11-22T21:13:17+00:00');
INSERT INTO "notes" VALUES(2,2,2,1,'The host let play begin before everybody had looked.','{}','2026-11-22T21:13:17+00:00');
CREATE TABLE own_notes (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (game_id, seat)
        ) WITHOUT ROWID;
CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT,
            same_as TEXT,
            colour INTEGER,
            figure TEXT
        ) WITHOUT ROWID;
INSERT INTO "people" VALUES('anna',NULL,NULL,7,'fox');
INSERT INTO "people" VALUES('cleo',NULL,NULL,3,'owl');
CREATE TABLE pledges (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER UNIQUE REFERENCES games(id),
            secret TEXT NOT NULL,
            added TEXT NOT NULL,
            drawn TEXT NOT NULL,
            opened INTEGER NOT NULL DEFAULT 0
        );
INSERT INTO "pledges" VALUES(1,1,1,'0596524ce158066b675be06b10fe5e02b1c2f0b1a43262d9bc280f1d197bd43e','[]','[[0, "1/1/deal/1", [], ""], [3, "1/2/first/1", ["Anna", "Cleo", "Dora"], "Cleo"]]',0);
INSERT INTO "pledges" VALUES(2,1,NULL,'c62e2bb0c50ad78d7c0d9bad7592270b24b644e630d6922f54b8398af7470a36','[]','[]',0);
INSERT INTO "pledges" VALUES(3,2,2,'4132f5c3a69b43121223a2522be4ae88b4f29bf34ff625ef716b6c636d5b50bb','[]','[[0, "1/1/deal/1", [], ""]]',0);
INSERT INTO "pledges" VALUES(4,2,NULL,'72bb7dc36c75dcdf84d75f587337b17b382376c460986f70bc1613b25d757c9d','[]','[]',0);
CREATE TABLE seat_links (
            secret_hash TEXT PRIMARY KEY,
            seat_id INTEGER NOT NULL REFERENCES seats(id),
            expires REAL NOT NULL,
            used INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
CREATE TABLE seat_people (
            seat_id INTEGER PRIMARY KEY REFERENCES seats(id),
            person TEXT NOT NULL
        );
CREATE TABLE seats (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            phone INTEGER NOT NULL,
            token_hash TEXT UNIQUE,
            pin TEXT NOT NULL,
            removed INTEGER NOT NULL DEFAULT 0
        );
INSERT INTO "seats" VALUES(1,1,0,'Anna',1,'2dd8392378f850a4e017054e02837278eaf6637a0ba63389e5b1d4a389c6e9eb','5158',0);
INSERT INTO "seats" VALUES(2,1,1,'Ben',0,NULL,'1047',0);
INSERT INTO "seats" VALUES(3,1,2,'Cleo',0,NULL,'5485',0);
INSERT INTO "seats" VALUES(4,1,3,'Dora',0,NULL,'2112',0);
INSERT INTO "seats" VALUES(5,2,0,'Emil',0,NULL,'2605',0);
INSERT INTO "seats" VALUES(6,2,1,'Fritz',0,NULL,'3004',0);
INSERT INTO "seats" VALUES(7,2,2,'Gina',0,NULL,'9540',0);
CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            address TEXT
        , "imported" INTEGER NOT NULL DEFAULT 0);
INSERT INTO "tables" VALUES(1,'VCDA','2026-11-22T21:13:17+00:00',NULL,0);
INSERT INTO "tables" VALUES(2,'YA39','2026-11-22T21:13:17+00:00',NULL,0);
CREATE TABLE typed (
            game_id INTEGER NOT NULL REFERENCES games(id),
            round INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (game_id, round, seat)
        ) WITHOUT ROWID;
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX seats_of_table ON seats(table_id, position);
CREATE UNIQUE INDEX action_once ON entries(game_id, action_id) WHERE action_id IS NOT NULL;
CREATE INDEX notes_of_table ON notes(table_id, id);
CREATE INDEX pledges_of_table ON pledges(table_id);
COMMIT;
