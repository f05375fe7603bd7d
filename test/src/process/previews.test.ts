import t from 'tap'
import { filmWarnings, previewWarnings } from '#src/process/previews.js'

t.test('The warning for the start and /readyz says that sharp is not installed', async (t) => {
  t.same(previewWarnings(), [])
  t.match(previewWarnings('not-installed'), [/^sharp is not installed: files have no previews\./])
})

t.test('A missing ffmpeg is warned of only where this process would make proxies', async (t) => {
  const nowhere = t.testdir()
  t.match(filmWarnings({ MEDIA_PROXIES: true, JOBS: true }, nowhere), [/^ffmpeg is not on the path/])
  t.same(filmWarnings({ MEDIA_PROXIES: false, JOBS: true }, nowhere), [])
  t.same(filmWarnings({ MEDIA_PROXIES: true, JOBS: false }, nowhere), [])
})
