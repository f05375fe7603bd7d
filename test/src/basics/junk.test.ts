import t from 'tap'
import { isJunk } from '#src/basics/junk.js'

t.test('What systems leave on cards is known by its name, or by that of its folder', async (t) => {
  for (const path of ['.DS_Store', 'DCIM/._IMG_1.JPG', 'THUMBS.DB', 'desktop.ini', '.Trashes/1.mov', '__MACOSX/a.mov']) {
    t.ok(isJunk(path), path)
  }
  for (const path of ['IMG_1.JPG', '.hidden.mov', 'thumbs.db.mov', 'desktop.ini.txt', 'DCIM/100/C0001.MP4', 'a.thm']) {
    t.notOk(isJunk(path), path)
  }
})
