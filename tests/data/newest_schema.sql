-- A data folder's file as of 22 November 2026 (schema 0007): a game told, with marks, notes and promised deals, and the next
-- one in play; a table of each other game under way.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','0001_journal','2026-11-22 10:59:19.859759+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','0002_score_steps','2026-11-22 10:59:19.866901+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','0003_checksums','2026-11-22 10:59:19.868800+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','0004_imported','2026-11-22 10:59:19.869836+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','0005_people','2026-11-22 10:59:19.871056+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','0006_pledges','2026-11-22 10:59:19.872489+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'companion','0007_thoughts','2026-11-22 10:59:19.873901+00:00');
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
INSERT INTO "entries" VALUES(1,0,'deal',NULL,'{"kind":"deal","first":0,"cards":["yellow-loyal","yellow-saboteur","yellow-saboteur","yellow-loyal"],"aside":[]}','2026-11-22T10:59:19+00:00','table','a1e88549afa8e1a7037f5ba8',1,1110946052);
INSERT INTO "entries" VALUES(1,1,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T10:59:19+00:00','seat-0','96c1b12cffe6cde3a14694dc',2,1590038089);
INSERT INTO "entries" VALUES(1,2,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:19+00:00','seat-0',NULL,NULL,2233239323);
INSERT INTO "entries" VALUES(1,3,'swap-cards',1,'{"kind":"swap-cards","by":1,"with":0}','2026-11-22T10:59:19+00:00','seat-1','9ef450e3c65d0b8507bdb78d',1,258380724);
INSERT INTO "entries" VALUES(1,4,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:19+00:00','seat-1','4fad3c13e384a81dda8843ce',1,2617751130);
INSERT INTO "entries" VALUES(1,5,'play-path',2,'{"kind":"play-path","by":2}','2026-11-22T10:59:19+00:00','seat-2','2919dd076ece563059f5dfb8',2,1827695819);
INSERT INTO "entries" VALUES(1,6,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:19+00:00','seat-2',NULL,NULL,3073041817);
INSERT INTO "entries" VALUES(1,7,'swap-cards',3,'{"kind":"swap-cards","by":3,"with":0}','2026-11-22T10:59:19+00:00','seat-3','27942f5c6b4c79cd9046267a',1,1460284021);
INSERT INTO "entries" VALUES(1,8,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:19+00:00','seat-3','8daec956f7e606793999ac1d',1,2922501336);
INSERT INTO "entries" VALUES(1,9,'boots',0,'{"kind":"boots","by":0,"to":1}','2026-11-22T10:59:19+00:00','seat-0','39a1cc6f09695bfb3ded7781',1,731275911);
INSERT INTO "entries" VALUES(1,10,'bridge',0,'{"kind":"bridge","by":0}','2026-11-22T10:59:19+00:00','seat-0','b84edbd6a06d97665ec5447d',1,964516692);
INSERT INTO "entries" VALUES(1,11,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:19+00:00','seat-0','b4921803661a69ef92d7a7cc',1,2233239323);
INSERT INTO "entries" VALUES(1,12,'play-path',1,'{"kind":"play-path","by":1}','2026-11-22T10:59:19+00:00','seat-1','dc4f2ca58da7efa6b4b07fdf',2,1205681928);
INSERT INTO "entries" VALUES(1,13,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:19+00:00','seat-1',NULL,NULL,2617751130);
INSERT INTO "entries" VALUES(1,14,'discard',2,'{"kind":"discard","by":2,"count":1}','2026-11-22T10:59:19+00:00','seat-2','69e32ed546226ef2a59fc424',1,361067732);
INSERT INTO "entries" VALUES(1,15,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T10:59:19+00:00','seat-2','46ec760463579ed0dc10c2c8',1,189479382);
INSERT INTO "entries" VALUES(1,16,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T10:59:19+00:00','seat-2','06f916695c14ff409fe86b88',1,189479382);
INSERT INTO "entries" VALUES(1,17,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T10:59:19+00:00','seat-2','952cfd05388e70a31acf5a38',1,189479382);
INSERT INTO "entries" VALUES(1,18,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:19+00:00','seat-2','abc1e6033e456f54ccb82d79',1,3073041817);
INSERT INTO "entries" VALUES(1,19,'play-path',3,'{"kind":"play-path","by":3}','2026-11-22T10:59:19+00:00','seat-3','21c13de9d982d0005f5edee8',2,1978359178);
INSERT INTO "entries" VALUES(1,20,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:19+00:00','seat-3',NULL,NULL,2922501336);
INSERT INTO "entries" VALUES(1,21,'swap-cards',0,'{"kind":"swap-cards","by":0,"with":1}','2026-11-22T10:59:19+00:00','seat-0','62bce28472edd0f79e9b8444',1,3623058741);
INSERT INTO "entries" VALUES(1,22,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:19+00:00','seat-0','7b7d30f916265b25d79360ab',1,2233239323);
INSERT INTO "entries" VALUES(1,23,'boots',1,'{"kind":"boots","by":1,"to":0}','2026-11-22T10:59:19+00:00','seat-1','813f3b2416f7104f8c87966c',1,636897157);
INSERT INTO "entries" VALUES(1,24,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T10:59:19+00:00','seat-1','85c46e9a3870d385df62005e',1,543582741);
INSERT INTO "entries" VALUES(1,25,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:19+00:00','seat-1','09e628f6859e991d49c8985f',1,2617751130);
INSERT INTO "entries" VALUES(1,26,'play-path',2,'{"kind":"play-path","by":2}','2026-11-22T10:59:19+00:00','seat-2','2d018e8518fa3c75b03b063f',2,1827695819);
INSERT INTO "entries" VALUES(1,27,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:19+00:00','seat-2',NULL,NULL,3073041817);
INSERT INTO "entries" VALUES(1,28,'discard',3,'{"kind":"discard","by":3,"count":1}','2026-11-22T10:59:19+00:00','seat-3','23817fac97c25237b15e521b',1,2384476347);
INSERT INTO "entries" VALUES(1,29,'bridge',3,'{"kind":"bridge","by":3}','2026-11-22T10:59:19+00:00','seat-3','d88788b5a9f89cddf9a6db3c',1,307234967);
INSERT INTO "entries" VALUES(1,30,'bridge',3,'{"kind":"bridge","by":3}','2026-11-22T10:59:19+00:00','seat-3','3be2941e35cf1a3d15bff964',1,307234967);
INSERT INTO "entries" VALUES(1,31,'bridge',3,'{"kind":"bridge","by":3}','2026-11-22T10:59:19+00:00','seat-3','8aac50d43cabe2ae1d31cd01',1,307234967);
INSERT INTO "entries" VALUES(1,32,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:19+00:00','seat-3','3dce08a3968fcd34e435b6d0',1,2922501336);
INSERT INTO "entries" VALUES(1,33,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T10:59:19+00:00','seat-0','05c08d9584df7764bbb0c6b4',2,1590038089);
INSERT INTO "entries" VALUES(1,34,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:19+00:00','seat-0',NULL,NULL,2233239323);
INSERT INTO "entries" VALUES(1,35,'swap-cards',1,'{"kind":"swap-cards","by":1,"with":0}','2026-11-22T10:59:19+00:00','seat-1','8053210158e736dc4b887a24',1,258380724);
INSERT INTO "entries" VALUES(1,36,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:19+00:00','seat-1','38288330fa1201fe47604cd1',1,2617751130);
INSERT INTO "entries" VALUES(1,37,'boots',2,'{"kind":"boots","by":2,"to":2}','2026-11-22T10:59:19+00:00','seat-2','9c09de33fdc64c9ca22249d5',1,776804802);
INSERT INTO "entries" VALUES(1,38,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T10:59:19+00:00','seat-2','08cc90967f8b6b5eba0edfd8',1,189479382);
INSERT INTO "entries" VALUES(1,39,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:19+00:00','seat-2','ee836bd4ae73bf2173293ea7',1,3073041817);
INSERT INTO "entries" VALUES(1,40,'play-path',3,'{"kind":"play-path","by":3}','2026-11-22T10:59:19+00:00','seat-3','df55bc98f2049111895619e0',2,1978359178);
INSERT INTO "entries" VALUES(1,41,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:19+00:00','seat-3',NULL,NULL,2922501336);
INSERT INTO "entries" VALUES(1,42,'discard',0,'{"kind":"discard","by":0,"count":1}','2026-11-22T10:59:19+00:00','seat-0','0de78135835a3885337308a4',1,4190038603);
INSERT INTO "entries" VALUES(1,43,'bridge',0,'{"kind":"bridge","by":0}','2026-11-22T10:59:19+00:00','seat-0','6196181d7da6369cde774192',1,964516692);
INSERT INTO "entries" VALUES(1,44,'bridge',0,'{"kind":"bridge","by":0}','2026-11-22T10:59:19+00:00','seat-0','1dba3dc9df6561238f04fba9',1,964516692);
INSERT INTO "entries" VALUES(1,45,'bridge',0,'{"kind":"bridge","by":0}','2026-11-22T10:59:19+00:00','seat-0','e9a69a3ce5cedf697d3604b0',1,964516692);
INSERT INTO "entries" VALUES(1,46,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:19+00:00','seat-0','0e236753917ffdc6c3270fdd',1,2233239323);
INSERT INTO "entries" VALUES(1,47,'play-path',1,'{"kind":"play-path","by":1}','2026-11-22T10:59:19+00:00','seat-1','b399555340fbb36f5c4b1b77',2,1205681928);
INSERT INTO "entries" VALUES(1,48,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:19+00:00','seat-1',NULL,NULL,2617751130);
INSERT INTO "entries" VALUES(1,49,'swap-cards',2,'{"kind":"swap-cards","by":2,"with":0}','2026-11-22T10:59:19+00:00','seat-2','7f1329f0b75cc42e19b54fb3',1,2525296053);
INSERT INTO "entries" VALUES(1,50,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:19+00:00','seat-2','f80a37cd958e03c21102665c',1,3073041817);
INSERT INTO "entries" VALUES(1,51,'secret-information',3,'{"kind":"secret-information","by":3,"look":"goal"}','2026-11-22T10:59:19+00:00','seat-3','82e4d1a7f41adbee45b0843c',1,3629009654);
INSERT INTO "entries" VALUES(1,52,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:19+00:00','seat-3','d2be216b6e4ca5035e9a5022',1,2922501336);
INSERT INTO "entries" VALUES(1,53,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T10:59:20+00:00','seat-0','5d8638205183395fd9d2b03c',2,1590038089);
INSERT INTO "entries" VALUES(1,54,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:20+00:00','seat-0',NULL,NULL,2233239323);
INSERT INTO "entries" VALUES(1,55,'discard',1,'{"kind":"discard","by":1,"count":1}','2026-11-22T10:59:20+00:00','seat-1','636affac87d8bf96be91171b',1,1645979172);
INSERT INTO "entries" VALUES(1,56,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T10:59:20+00:00','seat-1','6a4e89a910465f023514413e',1,543582741);
INSERT INTO "entries" VALUES(1,57,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T10:59:20+00:00','seat-1','5fbc78a4ffc8ba22a3c3185d',1,543582741);
INSERT INTO "entries" VALUES(1,58,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T10:59:20+00:00','seat-1','db021288a95f37153450978f',1,543582741);
INSERT INTO "entries" VALUES(1,59,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:20+00:00','seat-1','3cfc1d304c74efe643dde78c',1,2617751130);
INSERT INTO "entries" VALUES(1,60,'creature',2,'{"kind":"creature","by":2,"creature":"rat"}','2026-11-22T10:59:20+00:00','seat-2','f03af284346dce58a5ae418b',1,1104548505);
INSERT INTO "entries" VALUES(1,61,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T10:59:20+00:00','seat-2','4c8d365bd2512114eae8ef7e',1,189479382);
INSERT INTO "entries" VALUES(1,62,'reveal-goal',2,'{"kind":"reveal-goal","by":2,"goal":"ladder"}','2026-11-22T10:59:20+00:00','seat-2','f452284914b4bd8da8b0d5ba',1,1959535931);
INSERT INTO "entries" VALUES(1,63,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:20+00:00','seat-2','8df7a3ae41f9be70ba5def21',1,3073041817);
INSERT INTO "entries" VALUES(1,64,'secret-information',3,'{"kind":"secret-information","by":3,"look":"goal"}','2026-11-22T10:59:20+00:00','seat-3','39563e3f77db7f52a2cb9b53',1,3629009654);
INSERT INTO "entries" VALUES(1,65,'reveal-goal',3,'{"kind":"reveal-goal","by":3,"goal":"gold-vein"}','2026-11-22T10:59:20+00:00','seat-3','aa034738641613d60b47fc7b',1,2787543816);
INSERT INTO "entries" VALUES(1,66,'take-gold',3,'{"kind":"take-gold","by":3}','2026-11-22T10:59:20+00:00','seat-3','3216afbfbabe61bc390daaf8',1,3080000389);
INSERT INTO "entries" VALUES(1,67,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:20+00:00','seat-3','6ef6dc58e0c1d393b84f9413',1,2922501336);
INSERT INTO "entries" VALUES(1,68,'rockfall',0,'{"kind":"rockfall","by":0,"gold_vein":false}','2026-11-22T10:59:20+00:00','seat-0','f98ae2c34b9ebc4812b2dfa2',1,146103568);
INSERT INTO "entries" VALUES(1,69,'bridge',0,'{"kind":"bridge","by":0}','2026-11-22T10:59:20+00:00','seat-0','775e83da183626f4cf2cfe4d',1,964516692);
INSERT INTO "entries" VALUES(1,70,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:20+00:00','seat-0','96967bb21467da37eedd0b76',1,2233239323);
INSERT INTO "entries" VALUES(1,71,'creature',1,'{"kind":"creature","by":1,"creature":"rat"}','2026-11-22T10:59:20+00:00','seat-1','2c89a095393649e7c7efd5b1',1,3800077360);
INSERT INTO "entries" VALUES(1,72,'tunnel',1,'{"kind":"tunnel","by":1}','2026-11-22T10:59:20+00:00','seat-1','be357b9d507841ca66258575',1,269416282);
INSERT INTO "entries" VALUES(1,73,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T10:59:20+00:00','seat-1','99e69e2b0b4b32127570a7bd',1,543582741);
INSERT INTO "entries" VALUES(1,74,'reveal-goal',1,'{"kind":"reveal-goal","by":1,"goal":"dark-hole"}','2026-11-22T10:59:20+00:00','seat-1','7c46383c8038cfe5c2a29f42',1,806105873);
INSERT INTO "entries" VALUES(1,75,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:20+00:00','seat-1','cbf70d92c39828f94b701cc5',1,2617751130);
INSERT INTO "entries" VALUES(1,76,'secret-information',2,'{"kind":"secret-information","by":2,"look":"goal"}','2026-11-22T10:59:20+00:00','seat-2','ef9f29c555a8cea6b43ab901',1,1982258023);
INSERT INTO "entries" VALUES(1,77,'reveal-goal',2,'{"kind":"reveal-goal","by":2,"goal":"exit"}','2026-11-22T10:59:20+00:00','seat-2','c1b329100c3a9fa4b11ef81d',1,518534663);
INSERT INTO "entries" VALUES(1,78,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:20+00:00','seat-2','dead7cad377fea51b6538b84',1,3073041817);
INSERT INTO "entries" VALUES(1,79,'spiderweb',3,'{"kind":"spiderweb","by":3,"marker":"square"}','2026-11-22T10:59:20+00:00','seat-3','e3097e10206b18db2206ba80',1,3555069909);
INSERT INTO "entries" VALUES(1,80,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:20+00:00','seat-3','b7eb374b119fe7cb7660d804',1,2922501336);
INSERT INTO "entries" VALUES(1,81,'play-path',0,'{"kind":"play-path","by":0,"gold_vein":true}','2026-11-22T10:59:20+00:00','seat-0','7b62ac6917e77952126929e7',1,2863681475);
INSERT INTO "entries" VALUES(1,82,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:20+00:00','seat-0','1b50e41e69939206eb312c48',1,2233239323);
INSERT INTO "entries" VALUES(1,83,'battle-axe',1,'{"kind":"battle-axe","by":1,"to":0}','2026-11-22T10:59:20+00:00','seat-1','b41c1827f25f41c750ad5ab3',1,129494978);
INSERT INTO "entries" VALUES(1,84,'leave',1,'{"kind":"leave","by":1}','2026-11-22T10:59:20+00:00','seat-1','9e3606539dd4aa8634ddea9b',1,2239823264);
INSERT INTO "entries" VALUES(1,85,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:20+00:00','seat-1','29dffdc3406a1270a50c2c82',1,2617751130);
INSERT INTO "entries" VALUES(1,86,'creature',2,'{"kind":"creature","by":2,"creature":"rat","attacks":[3,2,0]}','2026-11-22T10:59:20+00:00','seat-2','410a5bdf7b13fb13a6de8a76',1,1941751895);
INSERT INTO "entries" VALUES(1,87,'take-gold',2,'{"kind":"take-gold","by":2}','2026-11-22T10:59:20+00:00','seat-2','a88f1740d9395b4d9a97ab05',1,2928550596);
INSERT INTO "entries" VALUES(1,88,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T10:59:20+00:00','seat-2','30e3708d40ca23fa73557ca1',1,3073041817);
INSERT INTO "entries" VALUES(1,89,'spiderweb',3,'{"kind":"spiderweb","by":3,"marker":"circle"}','2026-11-22T10:59:20+00:00','seat-3','105f4966fcb1bd16acfe0093',1,745516835);
INSERT INTO "entries" VALUES(1,90,'bridge',3,'{"kind":"bridge","by":3}','2026-11-22T10:59:20+00:00','seat-3','ee529d7e1d3728653695ce8c',1,307234967);
INSERT INTO "entries" VALUES(1,91,'bridge',3,'{"kind":"bridge","by":3}','2026-11-22T10:59:20+00:00','seat-3','bf1bf988b17615963f232dac',1,307234967);
INSERT INTO "entries" VALUES(1,92,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T10:59:20+00:00','seat-3','7c3637f1cc33dd64dd4d0266',1,2922501336);
INSERT INTO "entries" VALUES(1,93,'battle-axe',1,'{"kind":"battle-axe","by":1,"to":1}','2026-11-22T10:59:20+00:00','seat-1','73e07c064ed583a3ae74e692',1,514645635);
INSERT INTO "entries" VALUES(1,94,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:20+00:00','seat-1','069168eaca015a354f8bcc4d',1,2617751130);
INSERT INTO "entries" VALUES(1,95,'creature',2,'{"kind":"creature","by":2,"creature":"rat","attacks":[2]}','2026-11-22T10:59:20+00:00','seat-2','6e69ba4ed79f71c7ca22ef10',1,4227284126);
INSERT INTO "entries" VALUES(1,96,'leave',2,'{"kind":"leave","by":2}','2026-11-22T10:59:20+00:00','seat-2','3eb6cd2415f2a54d22f44182',1,2930617955);
INSERT INTO "entries" VALUES(2,0,'deal',NULL,'{"kind":"deal","first":1,"cards":["yellow-saboteur","yellow-loyal","yellow-saboteur","yellow-loyal"],"aside":[]}','2026-11-22T10:59:20+00:00','table','53d26cb063a63010718cb10f',1,1060713242);
INSERT INTO "entries" VALUES(3,0,'deal',NULL,'{"kind":"deal","first":0,"cards":["yellow-saboteur","blue-selfish","yellow-loyal","blue-saboteur"],"aside":["yellow-selfish","blue-loyal"]}','2026-11-22T10:59:20+00:00','table','bc56552c9f0d8860be3d8880',1,2278719560);
INSERT INTO "entries" VALUES(3,1,'tool',0,'{"kind":"tool","by":0,"tool":"axe"}','2026-11-22T10:59:20+00:00','seat-0','5a89698f057a3f77aa2dfbc4',1,20772513);
INSERT INTO "entries" VALUES(3,2,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T10:59:20+00:00','seat-0','f7534869f364748f112fa278',1,2233239323);
INSERT INTO "entries" VALUES(3,3,'trap',1,'{"kind":"trap","by":1}','2026-11-22T10:59:20+00:00','seat-1','131663e47d625c55633033dd',1,78908623);
INSERT INTO "entries" VALUES(3,4,'cross-trap',1,'{"kind":"cross-trap","by":1}','2026-11-22T10:59:20+00:00','seat-1','5d6d496687365eb3bc4df268',1,3374364946);
INSERT INTO "entries" VALUES(3,5,'cross-trap',1,'{"kind":"cross-trap","by":1}','2026-11-22T10:59:20+00:00','seat-1','f1db610c105dc1f047c2bfee',1,3374364946);
INSERT INTO "entries" VALUES(3,6,'reveal-mine',1,'{"kind":"reveal-mine","by":1,"mine":"dragon"}','2026-11-22T10:59:20+00:00','seat-1','d50445206316bae1e5fbbaae',1,2624425771);
INSERT INTO "entries" VALUES(3,7,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T10:59:20+00:00','seat-1','30a7dbfb38cc9f7717fde467',1,2617751130);
INSERT INTO "entries" VALUES(3,8,'look',2,'{"kind":"look","by":2,"look":"mine"}','2026-11-22T10:59:20+00:00','seat-2','e6fbc5ef5f0c3f36463f2520',1,3460656919);
INSERT INTO "entries" VALUES(3,9,'cross-trap',2,'{"kind":"cross-trap","by":2}','2026-11-22T10:59:20+00:00','seat-2','92cc5fa842e313416903db8c',1,3792562897);
INSERT INTO "entries" VALUES(4,0,'deal',NULL,'{"kind":"deal","first":0,"cards":["gold-digger","saboteur","gold-digger","gold-digger"],"aside":["gold-digger"]}','2026-11-22T10:59:20+00:00','table','37fd7557e9d4b29bc37b505c',1,77254802);
INSERT INTO "entries" VALUES(4,1,'play-path',0,'{"kind":"play-path","by":0,"goal":"stone"}','2026-11-22T10:59:20+00:00','seat-0','5ffcac99a8bf0f60ee1453c1',1,2785500107);
INSERT INTO "entries" VALUES(4,2,'rockfall',1,'{"kind":"rockfall","by":1}','2026-11-22T10:59:20+00:00','seat-1','a16731141775b59ad640bf4d',1,82217794);
INSERT INTO "entries" VALUES(4,3,'rockfall',2,'{"kind":"rockfall","by":2}','2026-11-22T10:59:20+00:00','seat-2','eb61d1a015c8f39b0c57927b',1,801888385);
INSERT INTO "entries" VALUES(4,4,'play-path',3,'{"kind":"play-path","by":3,"goals":["stone","treasure"]}','2026-11-22T10:59:20+00:00','seat-3','7d36483ac122e2e50efc2121',1,1297473475);
INSERT INTO "entries" VALUES(4,5,'nuggets',NULL,'{"kind":"nuggets","cards":[1,2,3,2]}','2026-11-22T10:59:20+00:00','app','app:5',1,4037793503);
INSERT INTO "entries" VALUES(4,6,'undo',NULL,'{"kind":"undo","entry":5}','2026-11-22T10:59:20+00:00','table','98bb8589824e7cac0db48e4a',1,1386555440);
INSERT INTO "entries" VALUES(5,0,'deal',NULL,'{"kind":"deal","first":0,"cards":["green-digger","blue-digger","saboteur","green-digger"],"aside":["profiteer","green-digger","geologist","geologist","blue-digger","saboteur","saboteur","blue-digger","blue-digger","boss","green-digger"]}','2026-11-22T10:59:20+00:00','table','caf804037ca0d57a018a8656',1,3118231761);
INSERT INTO "entries" VALUES(5,1,'play-path',0,'{"kind":"play-path","by":0,"goal":"treasure","blue_way":false,"green_way":true}','2026-11-22T10:59:20+00:00','seat-0','e70d5629875dab84494d16ec',1,2856429386);
INSERT INTO "entries" VALUES(5,2,'crystals',NULL,'{"kind":"crystals","count":3}','2026-11-22T10:59:20+00:00','seat-None','fb319de1ff6b3c24c576464d',1,2944592712);
INSERT INTO "entries" VALUES(5,3,'deal',NULL,'{"kind":"deal","first":0,"cards":["green-digger","blue-digger","saboteur","blue-digger"],"aside":["green-digger","boss","geologist","green-digger","profiteer","blue-digger","geologist","blue-digger","saboteur","green-digger","saboteur"]}','2026-11-22T10:59:20+00:00','table','986ba193dc1e3f2c4d0cd0d7',1,3895123832);
INSERT INTO "entries" VALUES(5,4,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T10:59:20+00:00','seat-0','8ead1dea2e7d99246bf35007',1,1590038089);
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
INSERT INTO "games" VALUES(1,1,1,'dark-cave','{"dealing":"phones","count_cards":true,"last_card":"finish"}','["Anna","Ben","Cleo","Dana"]','[1,2,3,4]','2026-11-22T10:59:19+00:00',1,1,6);
INSERT INTO "games" VALUES(2,1,2,'dark-cave','{"dealing":"phones","count_cards":true,"last_card":"finish"}','["Anna","Ben","Cleo","Dana"]','[1,2,3,4]','2026-11-22T10:59:20+00:00',0,0,0);
INSERT INTO "games" VALUES(3,2,1,'lost-mines','{"dealing":"phones","count_cards":true,"rounds":2,"last_card":"finish"}','["Anna","Ben","Cleo","Dana"]','[5,6,7,8]','2026-11-22T10:59:20+00:00',0,0,0);
INSERT INTO "games" VALUES(4,3,1,'saboteur','{"dealing":"phones","count_cards":true,"old_mine":false,"competitive":false,"selfish_dwarf":false,"tournament":false,"nugget_rule":"per-player","nuggets":"app","draft":"pick"}','["Anna","Ben","Cleo","Dana"]','[9,10,11,12]','2026-11-22T10:59:20+00:00',0,0,0);
INSERT INTO "games" VALUES(5,4,1,'saboteur-2','{"dealing":"phones","count_cards":true}','["Anna","Ben","Cleo","Dana"]','[13,14,15,16]','2026-11-22T10:59:20+00:00',0,1,5);
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
INSERT INTO "looked" VALUES(3,'card:0',-1);
INSERT INTO "looked" VALUES(4,'card:0',-1);
INSERT INTO "looked" VALUES(5,'card:0',-1);
INSERT INTO "looked" VALUES(5,'card:3',-1);
CREATE TABLE marks (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            about INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark TEXT NOT NULL,
            PRIMARY KEY (game_id, seat, about, seq)
        ) WITHOUT ROWID;
INSERT INTO "marks" VALUES(1,0,1,5,'against');
INSERT INTO "marks" VALUES(1,0,2,5,'with');
INSERT INTO "marks" VALUES(1,2,1,5,'against');
CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "meta" VALUES('cards:1','[1, 0, 3]');
INSERT INTO "meta" VALUES('cards:5','[1, 1, 3]');
INSERT INTO "meta" VALUES('chosen:1','{"game": "dark-cave", "options": {"dealing": "phones", "count_cards": true, "last_card": "finish"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:2','{"game": "lost-mines", "options": {"dealing": "phones", "count_cards": true, "rounds": 2, "last_card": "finish"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:3','{"game": "saboteur", "options": {"dealing": "phones", "count_cards": true, "old_mine": false, "competitive": false, "selfish_dwarf": false, "tournament": false, "nugget_rule": "per-player", "nuggets": "app", "draft": "pick"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:4','{"game": "saboteur-2", "options": {"dealing": "phones", "count_cards": true}, "open": false}');
INSERT INTO "meta" VALUES('thoughts:1','1');
CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER REFERENCES games(id),
            seq INTEGER,
            message TEXT NOT NULL,
            "values" TEXT NOT NULL,
            at TEXT NOT NULL
        );
INSERT INTO "notes" VALUES(1,1,1,1,'The host let play begin before everybody had looked.','{}','2026-11-22T10:59:19+00:00');
INSERT INTO "notes" VALUES(2,2,3,1,'The host let play begin before everybody had looked.','{}','2026-11-22T10:59:20+00:00');
INSERT INTO "notes" VALUES(3,3,4,1,'The host let play begin before everybody had looked.','{}','2026-11-22T10:59:20+00:00');
INSERT INTO "notes" VALUES(4,4,5,1,'The host let play begin before everybody had looked.','{}','2026-11-22T10:59:20+00:00');
INSERT INTO "notes" VALUES(5,4,5,4,'The host let play begin before everybody had looked.','{}','2026-11-22T10:59:20+00:00');
CREATE TABLE own_notes (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (game_id, seat)
        ) WITHOUT ROWID;
INSERT INTO "own_notes" VALUES(1,0,'Ben looked at me.');
CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT,
            same_as TEXT,
            colour INTEGER,
            figure TEXT
        ) WITHOUT ROWID;
CREATE TABLE pledges (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER UNIQUE REFERENCES games(id),
            secret TEXT NOT NULL,
            added TEXT NOT NULL,
            drawn TEXT NOT NULL,
            opened INTEGER NOT NULL DEFAULT 0
        );
INSERT INTO "pledges" VALUES(1,1,1,'1fa49548f3691c812cb0cd8d55133af3d7ec3c0356583db44a7b5adc978c223b','[]','[[0, "1/1/deal/1", [], ""]]',1);
INSERT INTO "pledges" VALUES(2,1,2,'6743f43ccf181c1b91e69fcef108c4b64f729e6c586f1aea9fca4e2c56198747','[]','[[0, "2/1/deal/1", [], ""]]',0);
INSERT INTO "pledges" VALUES(3,1,NULL,'750d0b203956e6a1668ae7b63d1ab1b7f06d8be1d4b55f647d3514ade0c5b7bb','[]','[]',0);
INSERT INTO "pledges" VALUES(4,2,3,'d7b087b388ee6630854579e7b02c12c1488a9d52f8134051f1e7948dadc40540','[]','[[0, "1/1/deal/1", [], ""]]',0);
INSERT INTO "pledges" VALUES(5,2,NULL,'51f2e1474b383810e553041f631077685dbefa4f265d0ce8b513f998d66ca74e','[]','[]',0);
INSERT INTO "pledges" VALUES(6,3,4,'b908b4f82680ae2b87950cea2ea19264a1ccf8072b9e67586c4243508f2e2b34','[]','[[0, "1/1/deal/1", [], ""], [5, "1/1/nuggets/1", [], ""]]',0);
INSERT INTO "pledges" VALUES(7,3,NULL,'00f2d740131ea5657b2a57d3e7f1976c840943759a5e95395f07020a25bc4f5a','[]','[]',0);
INSERT INTO "pledges" VALUES(8,4,5,'e1bedb159e6f050445c4a22f31f3edc4557df395302ac5e9056db7c75ec7b617','[]','[[0, "1/1/deal/1", [], ""], [3, "1/2/deal/1", [], ""]]',0);
INSERT INTO "pledges" VALUES(9,4,NULL,'d3b16276d0c306aa8ff6c71640627979d32a808f4750752bec512c55f19db9c0','[]','[]',0);
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
INSERT INTO "seats" VALUES(1,1,0,'Anna',1,'62d5d86fab97b37c4597c6a5d1bd822a59a18b67d51da81b2129d0f86ae083f8','1158',0);
INSERT INTO "seats" VALUES(2,1,1,'Ben',1,'69136f5626af19e9955023bc265fc2204e82ba6c7b328dea03c45f19b96691d3','5353',0);
INSERT INTO "seats" VALUES(3,1,2,'Cleo',1,'23e391e74956d529256f443178bccefeadb882d97da06470d626fc940973c3dd','1993',0);
INSERT INTO "seats" VALUES(4,1,3,'Dana',1,'0cc2adad98caa42ee77efbe70a5b38ce9de9f3ff3f16505a4a56e4cdc43202e1','3492',0);
INSERT INTO "seats" VALUES(5,2,0,'Anna',1,'9abae712ea3690414d7c1c50e0a17e6edc67064ce24cd2e33d5e7f977442ee09','1572',0);
INSERT INTO "seats" VALUES(6,2,1,'Ben',1,'932d98c48f28c0497e8e78b939660aac5698ae8df1f092a91d22c5f501772aa4','3302',0);
INSERT INTO "seats" VALUES(7,2,2,'Cleo',1,'0d1a57c3176f2d033b7d739e409b51fa606e5713e1db65d6e727735932290000','1087',0);
INSERT INTO "seats" VALUES(8,2,3,'Dana',1,'7e169a7a37b0c1c92901e74383fc9433ec6d0a8c4952be0936bccd4f35e77bca','1606',0);
INSERT INTO "seats" VALUES(9,3,0,'Anna',1,'19b1677f3385a35162496422e0a224e2bec51b0b2706854c83a89b97e42f0925','5066',0);
INSERT INTO "seats" VALUES(10,3,1,'Ben',1,'957850e0d0ca3b0f1172cc8b7444d0e6fe92379dd4e499a4f73c104031c9468c','2934',0);
INSERT INTO "seats" VALUES(11,3,2,'Cleo',1,'4a89d38244ea82d9257af8b9351cdcedef825d3a3406395dd27ebae93bf995b8','9797',0);
INSERT INTO "seats" VALUES(12,3,3,'Dana',1,'1da7e6af70494eace3ae24530d4efa04c6ccce03c0990bae9648475cc2ff050a','5607',0);
INSERT INTO "seats" VALUES(13,4,0,'Anna',1,'3ef78875a2578d524a7278910a53b22691e437fc98445dc8d520807b53c786e9','6604',0);
INSERT INTO "seats" VALUES(14,4,1,'Ben',1,'880cb7483e46259efd829098a90108e536bf04e225abead89dff0763e84b24a7','6112',0);
INSERT INTO "seats" VALUES(15,4,2,'Cleo',1,'745943adfbf8823a09e93686e620321dd8fecbdefb8e2ecc2bfc28615893ea90','5527',0);
INSERT INTO "seats" VALUES(16,4,3,'Dana',1,'d7c039d9ed407756dc96ab8ca706712f34592a99395616ad4e40bba3fef7265e','4141',0);
CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            address TEXT
        , "imported" INTEGER NOT NULL DEFAULT 0);
INSERT INTO "tables" VALUES(1,'FMEH','2026-11-22T10:59:19+00:00',NULL,0);
INSERT INTO "tables" VALUES(2,'3Q9X','2026-11-22T10:59:20+00:00',NULL,0);
INSERT INTO "tables" VALUES(3,'4CDH','2026-11-22T10:59:20+00:00',NULL,0);
INSERT INTO "tables" VALUES(4,'X79J','2026-11-22T10:59:20+00:00',NULL,0);
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
