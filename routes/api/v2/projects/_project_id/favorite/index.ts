import { ProjectNotFound } from '#src/errors.js'
import { favoriteOfItem } from '#src/favorites/favorites.js'
import { projectKind } from '#src/items/kinds.js'
import { favoriteOf } from '../../../favorites.js'
import { ProjectParams } from '../../schemas.js'

export default favoriteOf({
  params: ProjectParams.properties,
  name: 'Project',
  article: 'a',
  favorite: favoriteOfItem(projectKind),
  missing: new ProjectNotFound()
})
