import { restartIds } from '@mandap/domain/testing/builders.ts'

// files share workers, so without this the ids of one file would depend on the files before it
restartIds()
