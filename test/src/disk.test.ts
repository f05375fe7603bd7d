import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { diskProblem, folderSpace, writtenFolders } from '../../src/disk.js'

async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-disk-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

t.test('a folder that can be written to is no problem, also one that is still to be made', async (t) => {
  const folder = await makeFolder(t)
  t.equal(await diskProblem({ use: 'media', path: folder }), null)
  t.equal(await diskProblem({ use: 'media', path: join(folder, 'not/there/yet') }), null)
})

t.test('a folder that cannot be made is named by its use', async (t) => {
  const file = join(await makeFolder(t), 'file')
  await writeFile(file, '')
  t.equal(await diskProblem({ use: 'media', path: join(file, 'media') }), 'the media folder cannot be written to')
})

t.test('a disk without room is a problem before it is full', async (t) => {
  const folder = await makeFolder(t)
  t.equal(await diskProblem({ use: 'database', path: folder }, Number.MAX_SAFE_INTEGER), 'the disk of the database folder is full')
})

t.test('the space of a disk is known', async (t) => {
  const { freeBytes, totalBytes } = await folderSpace({ use: 'media', path: await makeFolder(t) })
  t.ok(freeBytes > 0 && freeBytes <= totalBytes)
})

t.test('only what this process writes to is looked at', async (t) => {
  const settings = { DATABASE_URL: 'file:/srv/cutroom/cutroom.db', MEDIA_DIR: '/srv/media', JOBS: true }
  t.strictSame(writtenFolders(settings), [{ use: 'database', path: '/srv/cutroom' }, { use: 'media', path: '/srv/media' }])
  t.strictSame(writtenFolders({ ...settings, JOBS: false }), [{ use: 'database', path: '/srv/cutroom' }])
  t.strictSame(writtenFolders({ ...settings, DATABASE_URL: 'postgres://localhost/cutroom', JOBS: false }), [])
})
