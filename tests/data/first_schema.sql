-- A data folder's file as the first version of the schema wrote it (commit c38456a): seven tables, every game,
-- with undos, a redo, cards dealt by hand, seats on one phone, things typed and looked at, notes and a seat link.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','0001_journal','2026-11-22 00:32:29.615327+00:00');
CREATE TABLE entries (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            by_seat INTEGER,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            device TEXT NOT NULL,
            action_id TEXT,
            batch INTEGER,
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,'deal',NULL,'{"kind":"deal","cards":["yellow-saboteur","yellow-loyal","blue-loyal","blue-loyal","yellow-loyal"],"aside":["blue-loyal","yellow-loyal","blue-saboteur"],"first":1}','2026-11-22T00:32:29+00:00','table','ae1791000657f512801cad7f',1);
INSERT INTO "entries" VALUES(1,1,'creature',1,'{"kind":"creature","by":1,"creature":"lindworm"}','2026-11-22T00:32:29+00:00','seat-1','8f03a83d2a1051b8b8f7ddd5',1);
INSERT INTO "entries" VALUES(1,2,'meet',1,'{"kind":"meet","by":1,"creature":"lindworm","axe":false}','2026-11-22T00:32:29+00:00','seat-1','9f628632b1874abc5d383b81',1);
INSERT INTO "entries" VALUES(1,3,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','f2018d0afbadad98178bbe4d',1);
INSERT INTO "entries" VALUES(1,4,'play-path',2,'{"kind":"play-path","by":2,"gold_vein":true}','2026-11-22T00:32:29+00:00','seat-2','7a15763aadc7e0f93876bcf1',1);
INSERT INTO "entries" VALUES(1,5,'reveal-goal',2,'{"kind":"reveal-goal","by":2,"goal":"exit"}','2026-11-22T00:32:29+00:00','seat-2','a73f2cd1e1921af4c33dd4bd',1);
INSERT INTO "entries" VALUES(1,6,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','7b7e64769c973e60d835d9bb',1);
INSERT INTO "entries" VALUES(1,7,'swap-cards',3,'{"kind":"swap-cards","by":3,"with":4}','2026-11-22T00:32:29+00:00','seat-3','0c05b4cba4f4cb050c69edd1',1);
INSERT INTO "entries" VALUES(1,8,'take-gold',3,'{"kind":"take-gold","by":3}','2026-11-22T00:32:29+00:00','seat-3','ecbb547c7e93aa74fc150165',1);
INSERT INTO "entries" VALUES(1,9,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','1c238ff8271ca450b2e3998f',1);
INSERT INTO "entries" VALUES(1,10,'play-path',4,'{"kind":"play-path","by":4}','2026-11-22T00:32:29+00:00','seat-4','b935f99faf270c7e18054199',2);
INSERT INTO "entries" VALUES(1,11,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4',NULL,NULL);
INSERT INTO "entries" VALUES(1,12,'secret-information',0,'{"kind":"secret-information","by":0,"look":"card","seat":2}','2026-11-22T00:32:29+00:00','seat-0','08e43f191ac6c58b50665f65',1);
INSERT INTO "entries" VALUES(1,13,'tunnel',0,'{"kind":"tunnel","by":0}','2026-11-22T00:32:29+00:00','seat-0','3104f06e85702633b35b0d65',1);
INSERT INTO "entries" VALUES(1,14,'meet',0,'{"kind":"meet","by":0,"creature":"lindworm","axe":false}','2026-11-22T00:32:29+00:00','seat-0','b21f355e573e7cd43422d006',1);
INSERT INTO "entries" VALUES(1,15,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','c14287c323f1aa25a37e13d9',1);
INSERT INTO "entries" VALUES(1,16,'boots',1,'{"kind":"boots","by":1,"to":4}','2026-11-22T00:32:29+00:00','seat-1','720abd1286bfc87b1d18b2d2',1);
INSERT INTO "entries" VALUES(1,17,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','d3f99685f47ee338a22f35ad',1);
INSERT INTO "entries" VALUES(1,18,'spiderweb',2,'{"kind":"spiderweb","by":2,"marker":"square"}','2026-11-22T00:32:29+00:00','seat-2','bb377b55c6da47970d8d2471',1);
INSERT INTO "entries" VALUES(1,19,'bridge',2,'{"kind":"bridge","by":2}','2026-11-22T00:32:29+00:00','seat-2','0e168df80fba947a384eba4c',1);
INSERT INTO "entries" VALUES(1,20,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','e9a03801760490e30995c296',1);
INSERT INTO "entries" VALUES(1,21,'secret-information',3,'{"kind":"secret-information","by":3,"look":"card","seat":2}','2026-11-22T00:32:29+00:00','seat-3','5feb46446d0910e7ddaaa179',1);
INSERT INTO "entries" VALUES(1,22,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','673f2f336f12d1e6a52306f5',1);
INSERT INTO "entries" VALUES(1,23,'discard',4,'{"kind":"discard","by":4,"count":2}','2026-11-22T00:32:29+00:00','seat-4','7adb7d271d3c89a7526dbf64',1);
INSERT INTO "entries" VALUES(1,24,'bridge',4,'{"kind":"bridge","by":4}','2026-11-22T00:32:29+00:00','seat-4','3bfc8e711b8ce41b45a0122d',1);
INSERT INTO "entries" VALUES(1,25,'leave',4,'{"kind":"leave","by":4}','2026-11-22T00:32:29+00:00','seat-4','9674749ff0e53fc563b13bd4',1);
INSERT INTO "entries" VALUES(1,26,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4','4742feb690d3cdcfb8373894',1);
INSERT INTO "entries" VALUES(1,27,'secret-information',0,'{"kind":"secret-information","by":0,"look":"card","seat":1}','2026-11-22T00:32:29+00:00','seat-0','ef62228d10662a54c3014f42',1);
INSERT INTO "entries" VALUES(1,28,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','a4537deea37e8df68494b563',1);
INSERT INTO "entries" VALUES(1,29,'play-path',1,'{"kind":"play-path","by":1,"gold_vein":false}','2026-11-22T00:32:29+00:00','seat-1','4807a48d20066abfabf9dbe9',1);
INSERT INTO "entries" VALUES(1,30,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','ce8095fd2a7d847c4b4e9614',1);
INSERT INTO "entries" VALUES(1,31,'swap-cards',2,'{"kind":"swap-cards","by":2,"with":1}','2026-11-22T00:32:29+00:00','seat-2','936bfa5043170d9ed17ecba3',1);
INSERT INTO "entries" VALUES(1,32,'reveal-goal',2,'{"kind":"reveal-goal","by":2,"goal":"gold-vein"}','2026-11-22T00:32:29+00:00','seat-2','3cd630bfff63f155d4400066',1);
INSERT INTO "entries" VALUES(1,33,'take-gold',2,'{"kind":"take-gold","by":2}','2026-11-22T00:32:29+00:00','seat-2','2335322d83b83549615410bb',1);
INSERT INTO "entries" VALUES(1,34,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','ae9d2789cda229191ba368c0',1);
INSERT INTO "entries" VALUES(1,35,'swap-cards',3,'{"kind":"swap-cards","by":3,"with":1}','2026-11-22T00:32:29+00:00','seat-3','048c0ced0acef74ba853d17b',1);
INSERT INTO "entries" VALUES(1,36,'reveal-goal',3,'{"kind":"reveal-goal","by":3,"goal":"ladder"}','2026-11-22T00:32:29+00:00','seat-3','15a80d9c6c93da56c681f1df',1);
INSERT INTO "entries" VALUES(1,37,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','dcd7f756cfd1d11e3b9a6845',1);
INSERT INTO "entries" VALUES(1,38,'boots',4,'{"kind":"boots","by":4,"to":3}','2026-11-22T00:32:29+00:00','seat-4','40b4bea90da746ef36c9ab8c',1);
INSERT INTO "entries" VALUES(1,39,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4','c6f369f69758457787e50286',1);
INSERT INTO "entries" VALUES(1,40,'swap-cards',0,'{"kind":"swap-cards","by":0,"with":4}','2026-11-22T00:32:29+00:00','seat-0','12d0bdc1127d11506a18409a',1);
INSERT INTO "entries" VALUES(1,41,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','8711fadf9f19e6b9ed593d95',1);
INSERT INTO "entries" VALUES(1,42,'spiderweb',1,'{"kind":"spiderweb","by":1,"marker":"circle"}','2026-11-22T00:32:29+00:00','seat-1','63d51740007e7ce6f06a6686',1);
INSERT INTO "entries" VALUES(1,43,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','f591e0aa31828b527164e9fb',1);
INSERT INTO "entries" VALUES(1,44,'boots',2,'{"kind":"boots","by":2,"to":2}','2026-11-22T00:32:29+00:00','seat-2','a5fdb4d8e8457fb6e86d1361',1);
INSERT INTO "entries" VALUES(1,45,'tunnel',2,'{"kind":"tunnel","by":2}','2026-11-22T00:32:29+00:00','seat-2','57d38641438b114dee7018c9',1);
INSERT INTO "entries" VALUES(1,46,'reveal-goal',2,'{"kind":"reveal-goal","by":2,"goal":"dark-hole"}','2026-11-22T00:32:29+00:00','seat-2','838abbc0bbe4a6e11cd4ac1a',1);
INSERT INTO "entries" VALUES(1,47,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','da4d3cad8376480a7221355f',1);
INSERT INTO "entries" VALUES(1,48,'spiderweb',3,'{"kind":"spiderweb","by":3,"marker":"square"}','2026-11-22T00:32:29+00:00','seat-3','fc46023e9c663379784b9a1d',1);
INSERT INTO "entries" VALUES(1,49,'correct',NULL,'{"kind":"correct","seat":0,"gold":0,"hand":0,"deck":0}','2026-11-22T00:32:29+00:00','table','b04fd59c9d144f23b413346b',1);
INSERT INTO "entries" VALUES(1,50,'leave',3,'{"kind":"leave","by":3}','2026-11-22T00:32:29+00:00','seat-3','a63d1793b79479538b5b2a84',1);
INSERT INTO "entries" VALUES(1,51,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','e62c04caa3285c41fd6c08a7',1);
INSERT INTO "entries" VALUES(1,52,'play-path',4,'{"kind":"play-path","by":4,"gold_vein":false}','2026-11-22T00:32:29+00:00','seat-4','61fa67abd5b13de9bf7ddd9e',1);
INSERT INTO "entries" VALUES(1,53,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4','26861323f71ba47362b351a4',1);
INSERT INTO "entries" VALUES(1,54,'spiderweb',0,'{"kind":"spiderweb","by":0,"marker":"triangle"}','2026-11-22T00:32:29+00:00','seat-0','65157bc0f4dff17f3268151d',1);
INSERT INTO "entries" VALUES(1,55,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','96b0d1bdadb5cb6796ae9a24',1);
INSERT INTO "entries" VALUES(1,56,'secret-information',1,'{"kind":"secret-information","by":1,"look":"card","seat":0}','2026-11-22T00:32:29+00:00','seat-1','3a10bcf2d56e1c54c72d3839',1);
INSERT INTO "entries" VALUES(1,57,'leave',1,'{"kind":"leave","by":1}','2026-11-22T00:32:29+00:00','seat-1','5c3f84e1e11a8697d4feb9aa',1);
INSERT INTO "entries" VALUES(2,0,'deal',NULL,'{"kind":"deal","cards":["yellow-loyal","yellow-saboteur","blue-loyal","blue-loyal","blue-loyal"],"aside":["yellow-loyal","blue-saboteur","yellow-loyal"],"first":2}','2026-11-22T00:32:29+00:00','table','7dcff552448f9e61a0ee84b4',1);
INSERT INTO "entries" VALUES(2,1,'secret-information',2,'{"kind":"secret-information","by":2,"look":"goal"}','2026-11-22T00:32:29+00:00','seat-2','c61feb16d7677e83bbb12ae9',1);
INSERT INTO "entries" VALUES(2,2,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','a38cc8de6dce4e96e89f0242',1);
INSERT INTO "entries" VALUES(2,3,'secret-information',3,'{"kind":"secret-information","by":3,"look":"goal"}','2026-11-22T00:32:29+00:00','seat-3','0aa0d7b415480ed8d05c1ec5',1);
INSERT INTO "entries" VALUES(2,4,'retire',NULL,'{"kind":"retire","seat":0}','2026-11-22T00:32:29+00:00','table','d25661ff82f7c93c53bd3273',1);
INSERT INTO "entries" VALUES(2,5,'reveal-goal',3,'{"kind":"reveal-goal","by":3,"goal":"dark-hole"}','2026-11-22T00:32:29+00:00','seat-3','c506522c68b3e2d228e2b61d',1);
INSERT INTO "entries" VALUES(2,6,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','18059c55cf40291037b2d206',1);
INSERT INTO "entries" VALUES(2,7,'play-path',4,'{"kind":"play-path","by":4,"gold_vein":false}','2026-11-22T00:32:29+00:00','seat-4','11da9fe63d8465d1755e8972',1);
INSERT INTO "entries" VALUES(2,8,'tunnel',4,'{"kind":"tunnel","by":4}','2026-11-22T00:32:29+00:00','seat-4','9c2fd98c813497c644226539',1);
INSERT INTO "entries" VALUES(2,9,'reveal-goal',4,'{"kind":"reveal-goal","by":4,"goal":"ladder"}','2026-11-22T00:32:29+00:00','seat-4','d30573cdc5eef2fee1734c73',1);
INSERT INTO "entries" VALUES(2,10,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4','5f04e5b5daad974874329a2f',1);
INSERT INTO "entries" VALUES(2,11,'creature',1,'{"kind":"creature","by":1,"creature":"lindworm"}','2026-11-22T00:32:29+00:00','seat-1','fb538ed7398618ed698a2f22',1);
INSERT INTO "entries" VALUES(2,12,'tunnel',1,'{"kind":"tunnel","by":1}','2026-11-22T00:32:29+00:00','seat-1','ebed90ee67f303b8d71db1cc',1);
INSERT INTO "entries" VALUES(2,13,'bridge',1,'{"kind":"bridge","by":1}','2026-11-22T00:32:29+00:00','seat-1','3f84e05d32ec3a9689d0a7a3',1);
INSERT INTO "entries" VALUES(2,14,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','dc805403ce3a083bfb7df54c',1);
INSERT INTO "entries" VALUES(2,15,'play-path',2,'{"kind":"play-path","by":2,"gold_vein":false}','2026-11-22T00:32:29+00:00','seat-2','2e75b4dcd1c9df810c029866',1);
INSERT INTO "entries" VALUES(2,16,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','cc3ca0c4c8ce33b6da595915',1);
INSERT INTO "entries" VALUES(2,17,'boots',3,'{"kind":"boots","by":3,"to":4}','2026-11-22T00:32:29+00:00','seat-3','4b1e7b81cd583e8d40759bf1',1);
INSERT INTO "entries" VALUES(2,18,'reveal-goal',3,'{"kind":"reveal-goal","by":3,"goal":"exit"}','2026-11-22T00:32:29+00:00','seat-3','0b75af998cf4acd448cf4973',1);
INSERT INTO "entries" VALUES(2,19,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','348ea147a3de0bf1bbedbece',1);
INSERT INTO "entries" VALUES(2,20,'play-path',4,'{"kind":"play-path","by":4}','2026-11-22T00:32:29+00:00','seat-4','49bdb1b6b3c2b0a73184893b',1);
INSERT INTO "entries" VALUES(2,21,'meet',4,'{"kind":"meet","by":4,"creature":"lindworm","axe":false}','2026-11-22T00:32:29+00:00','seat-4','3b1173825e70513ee55fdbf8',1);
INSERT INTO "entries" VALUES(2,22,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4','3146dc17a0b5ca06eed098ab',1);
INSERT INTO "entries" VALUES(2,23,'creature',1,'{"kind":"creature","by":1,"creature":"goblin"}','2026-11-22T00:32:29+00:00','seat-1','995e47a97ebba1a46de5414e',1);
INSERT INTO "entries" VALUES(2,24,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','e4ef7d8d9a6ffa1dacf3a4a2',1);
INSERT INTO "entries" VALUES(2,25,'secret-information',2,'{"kind":"secret-information","by":2,"look":"card","seat":3}','2026-11-22T00:32:29+00:00','seat-2','79f1db1b85b59277a30e8c4a',1);
INSERT INTO "entries" VALUES(2,26,'leave',2,'{"kind":"leave","by":2}','2026-11-22T00:32:29+00:00','seat-2','708fd9c305ba9dd338f5a13c',1);
INSERT INTO "entries" VALUES(2,27,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','3a0bc78e0d4195a7a932633d',1);
INSERT INTO "entries" VALUES(2,28,'secret-information',3,'{"kind":"secret-information","by":3,"look":"goal"}','2026-11-22T00:32:29+00:00','seat-3','f853c781c3ac0bdf9a6cb05d',1);
INSERT INTO "entries" VALUES(2,29,'end-turn',3,'{"kind":"end-turn","by":3}','2026-11-22T00:32:29+00:00','seat-3','d1ef28498bf3c176f99190e7',1);
INSERT INTO "entries" VALUES(2,30,'play-path',4,'{"kind":"play-path","by":4}','2026-11-22T00:32:29+00:00','seat-4','3291f9a4545d5e4fcc5081fa',2);
INSERT INTO "entries" VALUES(2,31,'end-turn',4,'{"kind":"end-turn","by":4}','2026-11-22T00:32:29+00:00','seat-4',NULL,NULL);
INSERT INTO "entries" VALUES(3,0,'deal',NULL,'{"kind":"deal","cards":["yellow-selfish","blue-saboteur","blue-loyal"],"aside":["yellow-loyal","blue-selfish","yellow-saboteur"],"first":0}','2026-11-22T00:32:29+00:00','table','932dae94aa29d3cef8fb1643',1);
INSERT INTO "entries" VALUES(3,1,'tool',0,'{"kind":"tool","by":0,"tool":"boat"}','2026-11-22T00:32:29+00:00','seat-0','530d62d4ca7d9ce38c4ae060',1);
INSERT INTO "entries" VALUES(3,2,'reveal-mine',0,'{"kind":"reveal-mine","by":0,"mine":"gold"}','2026-11-22T00:32:29+00:00','seat-0','fc9beff1071d79a380df5dc8',1);
INSERT INTO "entries" VALUES(3,3,'take-treasure',0,'{"kind":"take-treasure","by":0,"treasure":"gold"}','2026-11-22T00:32:29+00:00','seat-0','558935ef3bf263a466247567',1);
INSERT INTO "entries" VALUES(3,4,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','e527cefe4eb62cab73df83a1',1);
INSERT INTO "entries" VALUES(3,5,'tool',1,'{"kind":"tool","by":1,"tool":"axe"}','2026-11-22T00:32:29+00:00','seat-1','c12c33b7a2f5eb5bdd917bf4',1);
INSERT INTO "entries" VALUES(3,6,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','eafcced347c52702921c2b9b',1);
INSERT INTO "entries" VALUES(3,7,'thunderstorm',2,'{"kind":"thunderstorm","by":2}','2026-11-22T00:32:29+00:00','seat-2','44b4725d5fb380dff7421063',1);
INSERT INTO "entries" VALUES(3,8,'reveal-mine',2,'{"kind":"reveal-mine","by":2,"mine":"dragon"}','2026-11-22T00:32:29+00:00','seat-2','0dc3dc514907beb59995622c',1);
INSERT INTO "entries" VALUES(3,9,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','dc5ea590fca8185fa8a7e4c8',1);
INSERT INTO "entries" VALUES(3,10,'look',0,'{"kind":"look","by":0,"look":"card","seat":1}','2026-11-22T00:32:29+00:00','seat-0','602d5221a5048addca9d35ab',1);
INSERT INTO "entries" VALUES(3,11,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','ec40036fc5ac2dbe9f522752',1);
INSERT INTO "entries" VALUES(3,12,'tool',1,'{"kind":"tool","by":1,"tool":"boat"}','2026-11-22T00:32:29+00:00','seat-1','bd145ac1ac9d0ef56a1cce81',1);
INSERT INTO "entries" VALUES(3,13,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','97d24e29b7fbe09ac260d2ac',1);
INSERT INTO "entries" VALUES(3,14,'look',2,'{"kind":"look","by":2,"look":"treasure"}','2026-11-22T00:32:29+00:00','seat-2','3cdc22b6df97f5f6d4e1c3eb',1);
INSERT INTO "entries" VALUES(3,15,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','7656431e03f8f5f4fe743f80',1);
INSERT INTO "entries" VALUES(3,16,'trap',0,'{"kind":"trap","by":0}','2026-11-22T00:32:29+00:00','seat-0','e5342c3ac9b9d914fcc0199d',1);
INSERT INTO "entries" VALUES(3,17,'reveal-mine',0,'{"kind":"reveal-mine","by":0,"mine":"silver"}','2026-11-22T00:32:29+00:00','seat-0','276c039245b09e59e14d4447',1);
INSERT INTO "entries" VALUES(3,18,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','3eb8a666afa188ef356419d1',1);
INSERT INTO "entries" VALUES(3,19,'play-path',1,'{"kind":"play-path","by":1}','2026-11-22T00:32:29+00:00','seat-1','67ca83d7f4a59689c8b6f715',2);
INSERT INTO "entries" VALUES(3,20,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1',NULL,NULL);
INSERT INTO "entries" VALUES(3,21,'look',2,'{"kind":"look","by":2,"look":"card","seat":0}','2026-11-22T00:32:29+00:00','seat-2','d5f7c170764e2a57679ae715',1);
INSERT INTO "entries" VALUES(3,22,'reveal-mine',2,'{"kind":"reveal-mine","by":2,"mine":"gemstones"}','2026-11-22T00:32:29+00:00','seat-2','47b5ee275a85ea1b100ac78e',1);
INSERT INTO "entries" VALUES(3,23,'take-treasure',2,'{"kind":"take-treasure","by":2,"treasure":"gemstones"}','2026-11-22T00:32:29+00:00','seat-2','ea0da806205347a78c9e4813',1);
INSERT INTO "entries" VALUES(3,24,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','66361d75b32466867d42529c',1);
INSERT INTO "entries" VALUES(3,25,'troll',0,'{"kind":"troll","by":0}','2026-11-22T00:32:29+00:00','seat-0','6ab1e52ee636b92806dd1827',1);
INSERT INTO "entries" VALUES(3,26,'cross-trap',0,'{"kind":"cross-trap","by":0}','2026-11-22T00:32:29+00:00','seat-0','51ad0c39ba1d5a9bfb4db768',1);
INSERT INTO "entries" VALUES(3,27,'cross-trap',0,'{"kind":"cross-trap","by":0}','2026-11-22T00:32:29+00:00','seat-0','17e8ed16f11382ec51eeaa98',1);
INSERT INTO "entries" VALUES(3,28,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','c3a607494a9198b248a00d1b',1);
INSERT INTO "entries" VALUES(3,29,'troll',1,'{"kind":"troll","by":1}','2026-11-22T00:32:29+00:00','seat-1','fcbe9065f2926efc91188b29',1);
INSERT INTO "entries" VALUES(3,30,'take-treasure',1,'{"kind":"take-treasure","by":1,"treasure":"gemstones"}','2026-11-22T00:32:29+00:00','seat-1','ff8ea1e4ab3caf61ca31a70e',1);
INSERT INTO "entries" VALUES(3,31,'treasures',NULL,'{"kind":"treasures","values":[[2],[3],[3]]}','2026-11-22T00:32:29+00:00','table','17eed727ff0abf43a60d0539',1);
INSERT INTO "entries" VALUES(4,0,'deal',NULL,'{"kind":"deal","first":2}','2026-11-22T00:32:29+00:00','table','b06ccdb5e8c7a5b8a15b9147',1);
INSERT INTO "entries" VALUES(4,1,'rockfall',2,'{"kind":"rockfall","by":2}','2026-11-22T00:32:29+00:00','seat-2','81407c582a1ebd60e09f3686',1);
INSERT INTO "entries" VALUES(4,2,'play-path',3,'{"kind":"play-path","by":3}','2026-11-22T00:32:29+00:00','seat-3','f215bbb5ca98ec23d82ef932',1);
INSERT INTO "entries" VALUES(4,3,'break',0,'{"kind":"break","by":0,"tool":"wagon","to":1}','2026-11-22T00:32:29+00:00','seat-0','8dd64544853bc87333d32eee',1);
INSERT INTO "entries" VALUES(4,4,'break',1,'{"kind":"break","by":1,"tool":"wagon","to":2}','2026-11-22T00:32:29+00:00','seat-1','1bba162c9c94fd90f3360877',1);
INSERT INTO "entries" VALUES(4,5,'repair',2,'{"kind":"repair","by":2,"tool":"wagon","to":2}','2026-11-22T00:32:29+00:00','seat-2','6416e9a36ff1a4e1a7b8bc5a',1);
INSERT INTO "entries" VALUES(4,6,'repair',3,'{"kind":"repair","by":3,"tool":"wagon","to":1}','2026-11-22T00:32:29+00:00','seat-3','d7315e45626bb1a5346c210e',1);
INSERT INTO "entries" VALUES(4,7,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T00:32:29+00:00','seat-0','4f3c2033e756b4911f110cfd',1);
INSERT INTO "entries" VALUES(4,8,'discard',1,'{"kind":"discard","by":1}','2026-11-22T00:32:29+00:00','seat-1','4c9741111682b5530aa5fc1a',1);
INSERT INTO "entries" VALUES(4,9,'rockfall',2,'{"kind":"rockfall","by":2}','2026-11-22T00:32:29+00:00','seat-2','31253cc6bda3eaa95da2d96c',1);
INSERT INTO "entries" VALUES(4,10,'break',3,'{"kind":"break","by":3,"tool":"lantern","to":0}','2026-11-22T00:32:29+00:00','seat-3','ed2df595f266c8b12949dfcf',1);
INSERT INTO "entries" VALUES(4,11,'break',0,'{"kind":"break","by":0,"tool":"wagon","to":3}','2026-11-22T00:32:29+00:00','seat-0','8217a55b8f9da68170354c23',1);
INSERT INTO "entries" VALUES(4,12,'repair',1,'{"kind":"repair","by":1,"tool":"wagon","to":3}','2026-11-22T00:32:29+00:00','seat-1','f55f2b9d50a6c4b89cbbc4cf',1);
INSERT INTO "entries" VALUES(4,13,'break',2,'{"kind":"break","by":2,"tool":"pick","to":1}','2026-11-22T00:32:29+00:00','seat-2','ebdccb69e9aaabcc1e8d7a85',1);
INSERT INTO "entries" VALUES(4,14,'repair',3,'{"kind":"repair","by":3,"tool":"pick","to":1}','2026-11-22T00:32:29+00:00','seat-3','72a65902fbf8351e57303ff8',1);
INSERT INTO "entries" VALUES(4,15,'break',0,'{"kind":"break","by":0,"tool":"lantern","to":3}','2026-11-22T00:32:29+00:00','seat-0','bbe645ae4c17bcad6158605e',1);
INSERT INTO "entries" VALUES(4,16,'play-path',1,'{"kind":"play-path","by":1}','2026-11-22T00:32:29+00:00','seat-1','0b8b4059348373b3f5f6d640',1);
INSERT INTO "entries" VALUES(4,17,'break',2,'{"kind":"break","by":2,"tool":"wagon","to":1}','2026-11-22T00:32:29+00:00','seat-2','82c80a57a850428a2b2d4a0d',1);
INSERT INTO "entries" VALUES(4,18,'discard',3,'{"kind":"discard","by":3}','2026-11-22T00:32:29+00:00','seat-3','44c1acf04aa21788ae0fa470',1);
INSERT INTO "entries" VALUES(4,19,'discard',0,'{"kind":"discard","by":0}','2026-11-22T00:32:29+00:00','seat-0','3ce51f849122c15738d3e556',1);
INSERT INTO "entries" VALUES(4,20,'rockfall',1,'{"kind":"rockfall","by":1}','2026-11-22T00:32:29+00:00','seat-1','93977f7b3525336dbc65d164',1);
INSERT INTO "entries" VALUES(5,0,'deal',NULL,'{"kind":"deal","cards":["saboteur","gold-digger","saboteur","gold-digger","gold-digger"],"aside":["gold-digger"],"first":0}','2026-11-22T00:32:29+00:00','table','214993ddd76a104d1d6c84b6',1);
INSERT INTO "entries" VALUES(5,1,'break',0,'{"kind":"break","by":0,"tool":"pick","to":2}','2026-11-22T00:32:29+00:00','seat-0','fc51aec389e3865dd1871c94',1);
INSERT INTO "entries" VALUES(5,2,'play-path',1,'{"kind":"play-path","by":1}','2026-11-22T00:32:29+00:00','seat-1','e3f0c59fcb006b6d8c085a6c',1);
INSERT INTO "entries" VALUES(5,3,'end',NULL,'{"kind":"end","reason":"agreed"}','2026-11-22T00:32:29+00:00','table','0e1264ec0959d9ac8125abe1',1);
INSERT INTO "entries" VALUES(5,4,'deal',NULL,'{"kind":"deal","cards":["gold-digger","gold-digger","saboteur","gold-digger","saboteur"],"aside":["gold-digger"],"first":2}','2026-11-22T00:32:29+00:00','table','77117af50972d6ecc8d1f354',1);
INSERT INTO "entries" VALUES(5,5,'play-path',2,'{"kind":"play-path","by":2}','2026-11-22T00:32:29+00:00','seat-2','74a32acc43e5df3ea1cde925',1);
INSERT INTO "entries" VALUES(5,6,'rockfall',3,'{"kind":"rockfall","by":3}','2026-11-22T00:32:29+00:00','seat-3','f33a5991ba2729fe262f5d0f',1);
INSERT INTO "entries" VALUES(5,7,'map',4,'{"kind":"map","by":4}','2026-11-22T00:32:29+00:00','seat-4','b740e993c6b0dbc5c90d0882',1);
INSERT INTO "entries" VALUES(5,8,'rockfall',0,'{"kind":"rockfall","by":0}','2026-11-22T00:32:29+00:00','seat-0','0a4ea54be50fa952d10c9dc7',1);
INSERT INTO "entries" VALUES(5,9,'break',1,'{"kind":"break","by":1,"tool":"wagon","to":0}','2026-11-22T00:32:29+00:00','seat-1','12de678ec16753b407ba0794',1);
INSERT INTO "entries" VALUES(5,10,'map',2,'{"kind":"map","by":2}','2026-11-22T00:32:29+00:00','seat-2','31b903ae9004c3b9260a43a4',1);
INSERT INTO "entries" VALUES(5,11,'discard',3,'{"kind":"discard","by":3}','2026-11-22T00:32:29+00:00','seat-3','7ae5ac66025157acc0e7da3f',1);
INSERT INTO "entries" VALUES(5,12,'repair',4,'{"kind":"repair","by":4,"tool":"wagon","to":0}','2026-11-22T00:32:29+00:00','seat-4','54dfdfb98e83a9836755ea4f',1);
INSERT INTO "entries" VALUES(5,13,'break',0,'{"kind":"break","by":0,"tool":"wagon","to":1}','2026-11-22T00:32:29+00:00','seat-0','d18254762706df79c10d9f99',1);
INSERT INTO "entries" VALUES(5,14,'repair',1,'{"kind":"repair","by":1,"tool":"wagon","to":1}','2026-11-22T00:32:29+00:00','seat-1','55263715a2d09eaa4a49985b',1);
INSERT INTO "entries" VALUES(5,15,'break',2,'{"kind":"break","by":2,"tool":"wagon","to":3}','2026-11-22T00:32:29+00:00','seat-2','61561b6676494f465bd36d77',1);
INSERT INTO "entries" VALUES(5,16,'discard',3,'{"kind":"discard","by":3}','2026-11-22T00:32:29+00:00','seat-3','fedd59ce275d9dd37c7873d4',1);
INSERT INTO "entries" VALUES(5,17,'undo',NULL,'{"kind":"undo","entry":16}','2026-11-22T00:32:29+00:00','table','f540644392f978f79858c65e',1);
INSERT INTO "entries" VALUES(5,18,'undo',NULL,'{"kind":"undo","entry":15}','2026-11-22T00:32:29+00:00','table','bce92e96ee59d1c14a2e0878',1);
INSERT INTO "entries" VALUES(5,19,'undo',NULL,'{"kind":"undo","entry":18}','2026-11-22T00:32:29+00:00','table','fb802c86e26c8d097046d738',1);
INSERT INTO "entries" VALUES(6,0,'deal',NULL,'{"kind":"deal","cards":["saboteur","profiteer","boss","geologist","blue-digger","geologist"],"aside":["green-digger","blue-digger","blue-digger","blue-digger","green-digger","saboteur","green-digger","saboteur","green-digger"],"first":5}','2026-11-22T00:32:29+00:00','table','faab5bad31bc0c33432e35c1',1);
INSERT INTO "entries" VALUES(6,1,'discard',5,'{"kind":"discard","by":5,"count":1}','2026-11-22T00:32:29+00:00','seat-5','5d481da4d3221619c5202244',1);
INSERT INTO "entries" VALUES(6,2,'play-path',0,'{"kind":"play-path","by":0}','2026-11-22T00:32:29+00:00','seat-0','ab2ce28b8eb9c826de51b333',1);
INSERT INTO "entries" VALUES(6,3,'break',1,'{"kind":"break","by":1,"tool":"pick","to":0}','2026-11-22T00:32:29+00:00','seat-1','fb17c4511c7cc7ee3a1f5e5a',1);
INSERT INTO "entries" VALUES(6,4,'theft',2,'{"kind":"theft","by":2}','2026-11-22T00:32:29+00:00','seat-2','220ed3197651cca403213f46',1);
INSERT INTO "entries" VALUES(6,5,'hands-off',3,'{"kind":"hands-off","by":3,"to":2}','2026-11-22T00:32:29+00:00','seat-3','4d1cd2d170b93cf65e227581',1);
INSERT INTO "entries" VALUES(6,6,'break',4,'{"kind":"break","by":4,"tool":"lantern","to":4}','2026-11-22T00:32:29+00:00','seat-4','e8fe26f99284f8c5affd85d4',1);
INSERT INTO "entries" VALUES(6,7,'inspect',5,'{"kind":"inspect","by":5,"seat":2}','2026-11-22T00:32:29+00:00','seat-5','5653310bb0a96e647215de65',1);
INSERT INTO "entries" VALUES(6,8,'repair',0,'{"kind":"repair","by":0,"tool":"pick","to":0}','2026-11-22T00:32:29+00:00','seat-0','ef2ddb48cb7124d19b4715cd',1);
INSERT INTO "entries" VALUES(6,9,'trapped',1,'{"kind":"trapped","by":1,"to":5}','2026-11-22T00:32:29+00:00','seat-1','4b9be37c418e0c1ab0ce7168',1);
INSERT INTO "entries" VALUES(6,10,'swap-hats',2,'{"kind":"swap-hats","by":2,"to":1,"drawn":"saboteur"}','2026-11-22T00:32:29+00:00','seat-2','edf7d37aa817ba68be4bd525',1);
INSERT INTO "entries" VALUES(6,11,'trapped',3,'{"kind":"trapped","by":3,"to":4}','2026-11-22T00:32:29+00:00','seat-3','f9c3ffeaad248409c11beffc',1);
INSERT INTO "entries" VALUES(6,12,'pass',4,'{"kind":"pass","by":4}','2026-11-22T00:32:29+00:00','seat-4','59c1d0a3b678b9bac5160481',1);
INSERT INTO "entries" VALUES(6,13,'inspect',5,'{"kind":"inspect","by":5,"seat":4}','2026-11-22T00:32:29+00:00','seat-5','e0cae5d902f1a0dd1fde66c3',1);
INSERT INTO "entries" VALUES(6,14,'discard',0,'{"kind":"discard","by":0,"count":3}','2026-11-22T00:32:29+00:00','seat-0','45d94d1db82a26f77c46e11f',1);
INSERT INTO "entries" VALUES(6,15,'break',1,'{"kind":"break","by":1,"tool":"pick","to":1}','2026-11-22T00:32:29+00:00','seat-1','110c25c2377df747c6a49e08',1);
INSERT INTO "entries" VALUES(6,16,'repair',2,'{"kind":"repair","by":2,"tool":"pick","to":1}','2026-11-22T00:32:29+00:00','seat-2','7e06c6b8c2560e4505c5eccc',1);
INSERT INTO "entries" VALUES(6,17,'trapped',3,'{"kind":"trapped","by":3,"to":0}','2026-11-22T00:32:29+00:00','seat-3','81665e768ce6d0cafa79a337',1);
INSERT INTO "entries" VALUES(6,18,'discard',4,'{"kind":"discard","by":4,"count":3}','2026-11-22T00:32:29+00:00','seat-4','afe32858456b0d1aaaf7dfe0',1);
INSERT INTO "entries" VALUES(6,19,'map',5,'{"kind":"map","by":5}','2026-11-22T00:32:29+00:00','seat-5','f8838f4af581e54becbd553f',1);
INSERT INTO "entries" VALUES(6,20,'break',0,'{"kind":"break","by":0,"tool":"pick","to":0}','2026-11-22T00:32:29+00:00','seat-0','a08490ef451c4e00cafbbdd1',1);
INSERT INTO "entries" VALUES(6,21,'break',1,'{"kind":"break","by":1,"tool":"wagon","to":3}','2026-11-22T00:32:29+00:00','seat-1','e647e47c380ad35601540641',1);
INSERT INTO "entries" VALUES(6,22,'repair',2,'{"kind":"repair","by":2,"tool":"wagon","to":3}','2026-11-22T00:32:29+00:00','seat-2','24d58c56c3696ff7e2e4ac84',1);
INSERT INTO "entries" VALUES(6,23,'swap-hands',3,'{"kind":"swap-hands","by":3,"with":4}','2026-11-22T00:32:29+00:00','seat-3','f69e50779fb4b79b9ab995f2',1);
INSERT INTO "entries" VALUES(6,24,'free',4,'{"kind":"free","by":4,"to":0}','2026-11-22T00:32:29+00:00','seat-4','a1138be809f9feaccedd8340',1);
INSERT INTO "entries" VALUES(6,25,'rockfall',5,'{"kind":"rockfall","by":5}','2026-11-22T00:32:29+00:00','seat-5','888f42597839d97b53ccdba8',1);
INSERT INTO "entries" VALUES(6,26,'undo',NULL,'{"kind":"undo","entry":25}','2026-11-22T00:32:29+00:00','table','bcc9822431d49d181f923291',1);
INSERT INTO "entries" VALUES(6,27,'undo',NULL,'{"kind":"undo","entry":26}','2026-11-22T00:32:29+00:00','table','d66ef30e68c94bff3038ad37',1);
INSERT INTO "entries" VALUES(7,0,'deal',NULL,'{"kind":"deal","cards":["blue-loyal","yellow-selfish","yellow-loyal"],"aside":["blue-selfish","blue-saboteur","yellow-saboteur"],"first":1}','2026-11-22T00:32:29+00:00','table','4c33392ecac518a55d5e9506',1);
INSERT INTO "entries" VALUES(7,1,'discard',1,'{"kind":"discard","by":1,"count":2}','2026-11-22T00:32:29+00:00','seat-1','f0d2c2f2c86b62e5bd973eb6',1);
INSERT INTO "entries" VALUES(7,2,'reveal-mine',1,'{"kind":"reveal-mine","by":1,"mine":"gemstones"}','2026-11-22T00:32:29+00:00','seat-1','26a2dea6425719e2e69bf85c',1);
INSERT INTO "entries" VALUES(7,3,'end-turn',1,'{"kind":"end-turn","by":1}','2026-11-22T00:32:29+00:00','seat-1','18eef3869a595e3112cccf3d',1);
INSERT INTO "entries" VALUES(7,4,'thunderstorm',2,'{"kind":"thunderstorm","by":2}','2026-11-22T00:32:29+00:00','seat-2','e507f0cfebf3600415df414c',1);
INSERT INTO "entries" VALUES(7,5,'take-treasure',2,'{"kind":"take-treasure","by":2,"treasure":"gemstones"}','2026-11-22T00:32:29+00:00','seat-2','aab798ad9a965a9692dd94bc',1);
INSERT INTO "entries" VALUES(7,6,'end-turn',2,'{"kind":"end-turn","by":2}','2026-11-22T00:32:29+00:00','seat-2','53c0d9f41b3898729585d29c',1);
INSERT INTO "entries" VALUES(7,7,'tool',0,'{"kind":"tool","by":0,"tool":"rope"}','2026-11-22T00:32:29+00:00','seat-0','0b7ed663a1624a45a361520e',1);
INSERT INTO "entries" VALUES(7,8,'end-turn',0,'{"kind":"end-turn","by":0}','2026-11-22T00:32:29+00:00','seat-0','1595f216f8d1aa01ed1da4c3',1);
INSERT INTO "entries" VALUES(7,9,'discard',1,'{"kind":"discard","by":1,"count":1}','2026-11-22T00:32:29+00:00','seat-1','5e4364749af2bef30c1e7d57',1);
INSERT INTO "entries" VALUES(7,10,'reveal-mine',1,'{"kind":"reveal-mine","by":1,"mine":"dragon"}','2026-11-22T00:32:29+00:00','seat-1','c24b8cb44ec0becfe268606c',1);
CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            players TEXT NOT NULL,
            seat_ids TEXT NOT NULL,
            shown INTEGER NOT NULL DEFAULT 0,
            created TEXT NOT NULL,
            over INTEGER NOT NULL DEFAULT 0,
            UNIQUE (table_id, number)
        );
INSERT INTO "games" VALUES(1,1,1,'dark-cave','{"dealing":"phones","count_cards":true}','["Anna","Ben","Cleo","Dora","Zo\u00eb \u674e"]','[1,2,3,4,5]',106,'2026-11-22T00:32:29+00:00',1);
INSERT INTO "games" VALUES(2,1,2,'dark-cave','{"dealing":"phones","count_cards":true}','["Anna","Ben","Cleo","Dora","Zo\u00eb \u674e"]','[1,2,3,4,5]',0,'2026-11-22T00:32:29+00:00',0);
INSERT INTO "games" VALUES(3,2,1,'lost-mines','{"dealing":"phones","count_cards":true,"rounds":3}','["Emil","Finn","Greta"]','[6,7,8]',102,'2026-11-22T00:32:29+00:00',0);
INSERT INTO "games" VALUES(4,3,1,'saboteur','{"dealing":"cards","count_cards":true,"old_mine":false,"competitive":false,"selfish_dwarf":false,"tournament":false,"nugget_rule":"per-player","nuggets":"app","draft":"pick"}','["Hugo","Ida","Jan","Kai"]','[9,10,11,12]',0,'2026-11-22T00:32:29+00:00',0);
INSERT INTO "games" VALUES(5,4,1,'saboteur','{"dealing":"phones","count_cards":true,"old_mine":true,"competitive":false,"selfish_dwarf":false,"tournament":false,"nugget_rule":"per-player","nuggets":"app","draft":"pick"}','["Lea","Mia","Noah","Ole","Pia"]','[13,14,15,16,17]',103,'2026-11-22T00:32:29+00:00',0);
INSERT INTO "games" VALUES(6,5,1,'saboteur-2','{"dealing":"phones","count_cards":false}','["Quinn","Rosa","Sami","Tom","Uma","Vera"]','[18,19,20,21,22,23]',0,'2026-11-22T00:32:29+00:00',0);
INSERT INTO "games" VALUES(7,6,1,'lost-mines','{"dealing":"phones","count_cards":true,"rounds":2}','["Wim","Xenia","Yara"]','[24,25,26]',0,'2026-11-22T00:32:29+00:00',0);
CREATE TABLE looked (
            game_id INTEGER NOT NULL REFERENCES games(id),
            what TEXT NOT NULL,
            seat INTEGER NOT NULL,
            PRIMARY KEY (game_id, what, seat)
        ) WITHOUT ROWID;
INSERT INTO "looked" VALUES(1,'card:0',-1);
INSERT INTO "looked" VALUES(2,'card:0',-1);
INSERT INTO "looked" VALUES(2,'card:0',0);
INSERT INTO "looked" VALUES(2,'card:0',2);
INSERT INTO "looked" VALUES(3,'card:0',-1);
INSERT INTO "looked" VALUES(5,'card:0',-1);
INSERT INTO "looked" VALUES(5,'card:4',0);
INSERT INTO "looked" VALUES(5,'card:4',1);
INSERT INTO "looked" VALUES(5,'card:4',2);
INSERT INTO "looked" VALUES(5,'card:4',3);
INSERT INTO "looked" VALUES(5,'card:4',4);
INSERT INTO "looked" VALUES(6,'card:0',-1);
INSERT INTO "looked" VALUES(7,'card:0',-1);
CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "meta" VALUES('chosen:1','{"game": "dark-cave", "options": {"dealing": "phones", "count_cards": true}, "open": false}');
INSERT INTO "meta" VALUES('chosen:2','{"game": "lost-mines", "options": {"dealing": "phones", "count_cards": true, "rounds": 2}, "open": false}');
INSERT INTO "meta" VALUES('chosen:3','{"game": "saboteur", "options": {"dealing": "cards", "count_cards": true, "old_mine": false, "competitive": false, "selfish_dwarf": false, "tournament": false, "nugget_rule": "per-player", "nuggets": "app", "draft": "pick"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:4','{"game": "saboteur", "options": {"dealing": "phones", "count_cards": true, "old_mine": true, "competitive": false, "selfish_dwarf": false, "tournament": false, "nugget_rule": "per-player", "nuggets": "app", "draft": "pick"}, "open": false}');
INSERT INTO "meta" VALUES('chosen:5','{"game": "saboteur-2", "options": {"dealing": "phones", "count_cards": false}, "open": false}');
INSERT INTO "meta" VALUES('chosen:6','{"game": "lost-mines", "options": {"dealing": "phones", "count_cards": true, "rounds": 2}, "open": false}');
INSERT INTO "meta" VALUES('chosen:7','{"game": "saboteur-2", "options": {"dealing": "phones", "count_cards": false}, "open": true}');
CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER REFERENCES games(id),
            seq INTEGER,
            message TEXT NOT NULL,
            "values" TEXT NOT NULL,
            at TEXT NOT NULL
        );
INSERT INTO "notes" VALUES(1,1,1,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(2,1,2,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(3,1,2,32,'{name}''s seat was taken over by another phone.','{"name":"Ben"}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(4,1,2,32,'{name} plays without a phone from now on.','{"name":"Cleo"}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(5,2,3,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(6,2,3,32,'The host added a round.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(7,4,5,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(8,5,6,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(9,6,7,1,'The host let play begin before everybody had looked.','{}','2026-11-22T00:32:29+00:00');
INSERT INTO "notes" VALUES(10,7,NULL,NULL,'Wrong PINs were typed for {name}''s seat, one after the other.','{"name":"Zora"}','2026-11-22T00:32:29+00:00');
CREATE TABLE seat_links (
            secret_hash TEXT PRIMARY KEY,
            seat_id INTEGER NOT NULL REFERENCES seats(id),
            expires REAL NOT NULL,
            used INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
INSERT INTO "seat_links" VALUES('78f179796154309ac64e78a17f473e06e6150d30df9ff5f8b638ad5ea8382151',4,1790000120.0,0);
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
INSERT INTO "seats" VALUES(1,1,0,'Anna',1,'740b07d05a317c23ef8011671ab658a4041f12875d54547dec422e633d6d3856','8715',0);
INSERT INTO "seats" VALUES(2,1,1,'Ben',1,'eb4ddf2182d46c88de891f99e658efa32554297deb317a67a190fb3104a619b3','6673',0);
INSERT INTO "seats" VALUES(3,1,2,'Cleo',0,NULL,'8661',0);
INSERT INTO "seats" VALUES(4,1,3,'Dora',0,NULL,'4387',0);
INSERT INTO "seats" VALUES(5,1,4,'Zoë 李',1,'e23ae17837df115efc9da9311b626ed2ea820b56bfa488dfcd8cc254bca35836','6986',0);
INSERT INTO "seats" VALUES(6,2,0,'Emil',1,'649b60d5934ecdd26e91e1c1b63df743f8aaecf2caae7f865d2cf2bbd5ab79a8','0649',0);
INSERT INTO "seats" VALUES(7,2,1,'Finn',1,'c76d0f623d6968ff526be13b3ca68fa5c2e6c580906a1cffc3a77c84e4b09553','0830',0);
INSERT INTO "seats" VALUES(8,2,2,'Greta',1,'02618dbe19e3ad75a91e39261441570efd3162358a78b0c206cd70a2f2753222','6450',0);
INSERT INTO "seats" VALUES(9,3,0,'Hugo',0,NULL,'1628',0);
INSERT INTO "seats" VALUES(10,3,1,'Ida',0,NULL,'2007',0);
INSERT INTO "seats" VALUES(11,3,2,'Jan',0,NULL,'7243',0);
INSERT INTO "seats" VALUES(12,3,3,'Kai',0,NULL,'7231',0);
INSERT INTO "seats" VALUES(13,4,0,'Lea',1,'ddedb41a107973fbb7833d18fd0aa6c4e8e465aec69bd75090dd36a1b52041b5','4906',0);
INSERT INTO "seats" VALUES(14,4,1,'Mia',1,'cfe1763dfb881420c53930a06bb82e9e16b4037d2f5d9b0172710249412d2835','7094',0);
INSERT INTO "seats" VALUES(15,4,2,'Noah',1,'a7c548d14e0c15197d9b852651123fbb62975e53be8726c5591dea299b1a487c','0637',0);
INSERT INTO "seats" VALUES(16,4,3,'Ole',1,'e7060ec0a7198a5b2203620534fd733087bd856179651b3e8105b74d470f6ce8','2608',0);
INSERT INTO "seats" VALUES(17,4,4,'Pia',1,'5909a5c87c1663915355297b5ba47822f89d81e2195735026ebad0b3a226b055','7474',0);
INSERT INTO "seats" VALUES(18,5,0,'Quinn',1,'13959d3892cfa0ef3d0079fe16a8e09f4df4567e4de7fdccf3ec9cb2d564c832','3404',0);
INSERT INTO "seats" VALUES(19,5,1,'Rosa',1,'d02ff6a00bf85db80f64f6e01e66d3f8e72e74c0a8ba9b15a985a71a1851593f','9448',0);
INSERT INTO "seats" VALUES(20,5,2,'Sami',1,'1a30282b7d3948e1abb141726ace4a667d4e88013e5c2cae662330597ccc2906','0221',0);
INSERT INTO "seats" VALUES(21,5,3,'Tom',1,'8395d566fe829f0e20979fa768f792679842a5a253cc6fe146f009ec5eb0184b','2162',0);
INSERT INTO "seats" VALUES(22,5,4,'Uma',1,'00ef68fd657105afb893af6fc4b3e317900f73026195a52a657da36367d60aa1','5405',0);
INSERT INTO "seats" VALUES(23,5,5,'Vera',1,'5b57af09924c7040842e96e04e0189a7e2e148256a573b7c35f63ba4606f29a3','1190',0);
INSERT INTO "seats" VALUES(24,6,0,'Wim',1,'637f024307c42fac18daf26c8d628109cfb530ec7a5713a530a909f6dfa9a287','5453',0);
INSERT INTO "seats" VALUES(25,6,1,'Xenia',1,'09472f91a80741d67f56a25ab6c972ed1f784f6d728faa66a63ae5de888b7983','3069',0);
INSERT INTO "seats" VALUES(26,6,2,'Yara',1,'9a37aaa9ff5c6c74c5a8e39eeef4b26e30fc88076189831c952b0cdb34d3843f','3561',0);
INSERT INTO "seats" VALUES(27,7,0,'Zora',1,'734f678b590bde714e8852d1a317384101c204e895cbfcdf66faa73e78f504fa','8867',0);
CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            address TEXT
        );
INSERT INTO "tables" VALUES(1,'ACDE','2026-11-22T00:32:29+00:00','192.168.0.7');
INSERT INTO "tables" VALUES(2,'FGHJ','2026-11-22T00:32:29+00:00',NULL);
INSERT INTO "tables" VALUES(3,'KMNP','2026-11-22T00:32:29+00:00',NULL);
INSERT INTO "tables" VALUES(4,'QRTU','2026-11-22T00:32:29+00:00',NULL);
INSERT INTO "tables" VALUES(5,'VWXY','2026-11-22T00:32:29+00:00',NULL);
INSERT INTO "tables" VALUES(6,'3467','2026-11-22T00:32:29+00:00',NULL);
INSERT INTO "tables" VALUES(7,'HHHH','2026-11-22T00:32:29+00:00',NULL);
CREATE TABLE typed (
            game_id INTEGER NOT NULL REFERENCES games(id),
            round INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (game_id, round, seat)
        ) WITHOUT ROWID;
INSERT INTO "typed" VALUES(3,1,0,'{"values":[4]}');
INSERT INTO "typed" VALUES(3,1,2,'{"values":[2]}');
INSERT INTO "typed" VALUES(7,1,2,'{"values":[4]}');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX seats_of_table ON seats(table_id, position);
CREATE UNIQUE INDEX action_once ON entries(game_id, action_id) WHERE action_id IS NOT NULL;
CREATE INDEX notes_of_table ON notes(table_id, id);
COMMIT;
