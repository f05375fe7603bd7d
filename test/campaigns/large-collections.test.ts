import { onBothDatabases } from '../helper/app.js'
import { checkCollection, MOST } from '../helper/collection-of.js'

onBothDatabases('A collection holds 10,000 assets, is found by a search, and is emptied by a job after it is deleted', (t, world) =>
  checkCollection(t, world, MOST))
