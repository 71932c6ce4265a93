import { externalIdsSuite } from './external-ids-suite.ts'

externalIdsSuite(async () => ({}))
