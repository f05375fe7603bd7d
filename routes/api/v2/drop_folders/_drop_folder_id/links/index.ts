import { DropFolderNotFound, DropFolderOutgoing, DropFolderPrivate } from '#src/drop-folders/errors.js'
import { linkRoutes } from '../../../links.js'
import { DropFolderParams } from '../../schemas.js'

export default linkRoutes({
  type: 'drop_folder',
  name: 'DropFolder',
  id: DropFolderParams.properties.drop_folder_id,
  missing: new DropFolderNotFound(),
  refusals: [new DropFolderOutgoing(), new DropFolderPrivate()]
})
