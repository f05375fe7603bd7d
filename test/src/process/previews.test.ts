import t from 'tap'
import { filmWarnings, previewWarnings } from '#src/process/previews.js'

t.test('Where what decodes pictures is not installed, the start and /readyz say so', async (t) => {
  t.same(previewWarnings(), [])
  t.match(previewWarnings('not-installed'), [/^sharp is not installed: files have no previews\./])
})

t.test('Where ffmpeg is missing and would be used, the start says so', async (t) => {
  const nowhere = t.testdir()
  t.match(filmWarnings({ MEDIA_PROXIES: true, JOBS: true }, nowhere), [/^ffmpeg is not on the path/])
  t.same(filmWarnings({ MEDIA_PROXIES: false, JOBS: true }, nowhere), [])
  t.same(filmWarnings({ MEDIA_PROXIES: true, JOBS: false }, nowhere), [])
})
