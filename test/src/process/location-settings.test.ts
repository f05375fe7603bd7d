import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { OperatorMistake } from '#src/errors.js'
import { readConfig } from '#src/process/config.js'
import { startWarnings } from '#src/process/start-warnings.js'
import { createWorld } from '../../helper/app.js'

/** The setting, in a folder whose `data` has the database and the media. */
function read (t: Test, LOCATIONS: string, settings: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: join(t.testdirName, 'data'), LOCATIONS, ...settings }).LOCATIONS
}

function refuses (t: Test, LOCATIONS: string, said: RegExp, settings: Record<string, string> = {}): void {
  try {
    read(t, LOCATIONS, settings)
    t.fail(`${LOCATIONS} is taken`)
  } catch (error) {
    t.type(error, OperatorMistake)
    t.match((error as Error).message, said)
    t.match((error as Error).message, /^LOCATIONS/)
  }
}

t.test('Locations are folders and buckets, of the first account or of a named one', async (t) => {
  t.strictSame(read(t, ' ingest=/srv/ingest, archive=s3://bucket/prefix ,acme:ingest=/srv/a=b,A: b c:x=s3://other'), [
    { account: null, name: 'ingest', place: { type: 'folder', path: '/srv/ingest' } },
    { account: null, name: 'archive', place: { type: 'bucket', url: 's3://bucket/prefix' } },
    { account: 'acme', name: 'ingest', place: { type: 'folder', path: '/srv/a=b' } },
    { account: 'A: b c', name: 'x', place: { type: 'bucket', url: 's3://other' } }
  ])
  t.strictSame(read(t, ''), [])
})

t.test('What is no list of them is refused', async (t) => {
  for (const wrong of ['ingest', '=/srv', 'ingest=', 'in gest=/srv', '../x=/srv', '-x=/srv', `${'x'.repeat(51)}=/srv`,
    ':x=/srv', 'x=s3://', 'x=s3://B', 'x=S3://bucket', 'a=/srv/a;b=/srv/b,c']) {
    refuses(t, wrong, /^LOCATIONS must be a list of name=\/folder and name=s3:\/\/bucket\/prefix/)
  }
})

t.test('A name is there once for an account, and a folder has an absolute path', async (t) => {
  refuses(t, 'a=/srv/a,a=/srv/b', /^LOCATIONS: a is there twice/)
  refuses(t, 'x:a=/srv/a,x:a=s3://bucket', /^LOCATIONS: x:a is there twice/)
  t.equal(read(t, 'a=/srv/a,x:a=/srv/b,y:a=/srv/c').length, 3)
  for (const path of ['srv/a', './a', '../a', 'https://example.com']) {
    refuses(t, `a=${path}`, /^LOCATIONS: a must be an absolute path or s3:\/\/bucket\/prefix/)
  }
})

t.test('None overlaps with another one, with media, or with the folder of the database', async (t) => {
  t.testdir({})
  const folder = t.testdirName
  const media = { MEDIA_DIR: '/srv/media' }
  const overlapping: Array<[string, RegExp, Record<string, string>?]> = [
    ['a=/srv/x,b=/srv/x', /^LOCATIONS: b \(\/srv\/x\) overlaps with a \(\/srv\/x\)$/],
    ['a=/srv/x,x:b=/srv/x/y/z', /overlaps with a/],
    ['a=/srv/x/y,b=/srv/x/', /overlaps with a/],
    ['a=/srv/x,b=/srv/y/../x', /overlaps with a/],
    ['a=/', /overlaps with MEDIA_DIR/],
    ['a=/srv/media/incoming', /overlaps with MEDIA_DIR/, media],
    ['a=/srv', /overlaps with MEDIA_DIR/, media],
    [`a=${folder}/data/ingest`, /overlaps with the database's folder/],
    ['a=s3://films', /overlaps with MEDIA_URL/, { MEDIA_URL: 's3://films/media' }],
    ['a=s3://films/media/in', /overlaps with MEDIA_URL/, { MEDIA_URL: 's3://films/media/' }],
    ['a=s3://films/x,b=s3://films/x/', /overlaps with a/]
  ]
  for (const [setting, said, settings] of overlapping) refuses(t, setting, said, settings)
  t.equal(read(t, 'a=/srv/x,b=/srv/xy,c=/srv/..x,d=s3://films/x,e=s3://films/xy,f=s3://film', media).length, 6)
})

t.test('Links do not hide that, also where they lead to what is not there yet', async (t) => {
  t.testdir({})
  const folder = t.testdirName
  mkdirSync(join(folder, 'real'))
  const link = (target: string, name: string) => symlinkSync(target, join(folder, name))
  link('real', 'twin')
  link('data/media', 'to-media')
  link(join(folder, 'to-media'), 'to-link')
  link('loop', 'loop')
  refuses(t, `a=${folder}/real,b=${folder}/twin/in`, /overlaps with a/)
  refuses(t, `a=${folder}/to-media`, /overlaps with MEDIA_DIR/)
  refuses(t, `a=${folder}/to-link/in`, /overlaps with MEDIA_DIR/)
  mkdirSync(join(folder, 'data/media'), { recursive: true })
  refuses(t, `a=${folder}/to-link`, /overlaps with MEDIA_DIR/)
  t.equal(read(t, `a=${folder}/loop,b=${folder}/nowhere/at/all`).length, 2, 'what is not there stops nothing')
})

t.test('The start says which accounts are not there, and ends where one location has two spellings', async (t) => {
  const { app, config } = await createWorld(t, 'sqlite')
  const warn = (LOCATIONS: string) => startWarnings({ ...config, LOCATIONS: read(t, LOCATIONS) }, app.database)
  t.notMatch(await warn('a=/srv/a,default:b=/srv/b'), [/LOCATIONS/])
  t.match((await warn('a=/srv/a,acme:b=/srv/b')).filter((text) => text.includes('LOCATIONS')),
    ['LOCATIONS: acme:b is of nobody: there is no account acme'])
  await t.rejects(warn('a=/srv/a,default:a=/srv/b'), new OperatorMistake(
    'LOCATIONS: default:a is there twice: a is of the first account, default'))
})
