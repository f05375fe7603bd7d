import { AssetNotFound } from '#src/errors.js'
import { linkRoutes } from '../../../links.js'
import { AssetParams } from '../../schemas.js'

export default linkRoutes({
  type: 'asset',
  name: 'Asset',
  id: AssetParams.properties.asset_id,
  missing: new AssetNotFound()
})
