import { ProjectNotFound } from '#src/errors.js'
import { linkRoutes } from '../../../links.js'
import { ProjectParams } from '../../schemas.js'

export default linkRoutes({
  type: 'project',
  name: 'Project',
  id: ProjectParams.properties.project_id,
  missing: new ProjectNotFound()
})
