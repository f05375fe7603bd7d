import t from 'tap'
import { concurrentIndex, isConcurrent, isOneStatement, tablesIn } from '#src/database/migrate/script.js'

t.test('Comments and strings are not part of a script', async (t) => {
  for (const script of ['-- CONCURRENTLY\nSELECT 1', '/* CREATE INDEX\nCONCURRENTLY */', "SELECT 'CONCURRENTLY'",
    "SELECT E'\\' CONCURRENTLY'", 'DO $do$ BEGIN -- CONCURRENTLY\nEND $do$']) t.notOk(isConcurrent(script), script)
  t.ok(isConcurrent("SELECT '--'; create index concurrently x on y(z)"))
  t.ok(isOneStatement("-- One; two\nSELECT ';', E'\\';', $$;$$;\n-- End;\n"))
  t.notOk(isOneStatement('SELECT 1; SELECT 2'))
})

t.test('The index that a script makes concurrently is found with its table', async (t) => {
  t.strictSame(concurrentIndex('-- CreateIndex\nCREATE UNIQUE INDEX CONCURRENTLY\n  "a_idx" ON ONLY "b"("c");'), { index: '"a_idx"', table: '"b"' })
  t.strictSame(concurrentIndex('CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON s.b USING gin (c)'), { index: 'a', table: 's.b' })
  t.equal(concurrentIndex('DROP INDEX CONCURRENTLY a'), null)
})

t.test('Tables are found where a script changes or reads them', async (t) => {
  t.strictSame(tablesIn(`
    ALTER TABLE "a" ADD COLUMN x TEXT, ADD CONSTRAINT y FOREIGN KEY ("z") REFERENCES "b"("id") ON DELETE CASCADE ON UPDATE CASCADE;
    ALTER TABLE IF EXISTS ONLY c DROP COLUMN x; DROP TABLE IF EXISTS "d"; DROP INDEX CONCURRENTLY IF EXISTS "e_idx";
    UPDATE f SET x = 1 FROM g JOIN s."h" ON true; INSERT INTO "i" SELECT 1; CREATE INDEX x ON "j"(x);
  `), ['"a"', '"b"', 'c', '"d"', '"e_idx"', 'f', 'g', 's."h"', 'true', '"i"', '"j"'])
})
