import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { diskProblem, folderSpace, writtenFolders, type Folder } from '#src/process/disk.js'

async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-disk-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

function mediaIn (path: string): Folder {
  return { use: 'media', path, written: [path] }
}

t.test('a folder that can be written to or created is no problem', async (t) => {
  const folder = await makeFolder(t)
  t.equal(await diskProblem(mediaIn(folder)), null)
  t.equal(await diskProblem(mediaIn(join(folder, 'not/there/yet'))), null)
  t.strictSame(
    await readdir(folder, { recursive: true }),
    ['not', 'not/there', 'not/there/yet'],
    'nothing else is left in it'
  )
})

t.test('a folder that cannot be created or written to is named by its use, with the reason', async (t) => {
  const file = join(await makeFolder(t), 'file')
  await writeFile(file, '')
  for (const path of [file, join(file, 'media')]) {
    t.equal(await diskProblem(mediaIn(path)), 'the media folder cannot be written to: ENOTDIR: not a directory')
  }
})

t.test('a file system that cannot hold files is not reported as a full disk', { skip: process.platform !== 'linux' }, async (t) => {
  for (const path of ['/proc/nowhere', '/proc']) {
    t.match(await diskProblem(mediaIn(path)), /^the media folder cannot be written to: [A-Z]+: /)
  }
})

t.test('a disk with too little free space is a problem before it is full', async (t) => {
  const folder = await makeFolder(t)
  t.match(
    await diskProblem({ use: 'database', path: folder, written: [folder] }, { leastFreeBytes: 2 ** 60 }),
    /^the disk of the database folder has [\d.]+ [KMGT]iB free, and 1048576 TiB are wanted$/
  )
})

t.test('the free and total bytes of a disk are measured', async (t) => {
  const { freeBytes, totalBytes } = await folderSpace({ path: await makeFolder(t) })
  t.ok(freeBytes > 0 && freeBytes <= totalBytes)
})

t.test('only the folders that this process writes to are checked', async (t) => {
  const settings = { DATABASE_URL: 'file:/srv/cutroom/cutroom.db', MEDIA_DIR: '/srv/media', JOBS: true }
  const database = { use: 'database', path: '/srv/cutroom', written: ['/srv/cutroom'] }
  const media = { use: 'media', path: '/srv/media', written: ['/srv/media/incoming', '/srv/media/objects'] }
  t.strictSame(writtenFolders(settings), [database, media])
  t.strictSame(writtenFolders({ ...settings, MEDIA_URL: 's3://films' }), [database, {
    ...media,
    written: ['/srv/media/incoming']
  }])
  t.strictSame(writtenFolders({ ...settings, JOBS: false }), [database])
  t.strictSame(writtenFolders({ ...settings, DATABASE_URL: 'postgres://localhost/cutroom', JOBS: false }), [])
})
