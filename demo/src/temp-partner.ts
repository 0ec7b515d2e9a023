import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { companyName } from './company.ts'
import { fullName, handle, nameOf } from './name.ts'
import { mobileNumber } from './number.ts'
import { randomOf, KINDS, recordId } from './record-id.ts'
import { originFrom } from './user.ts'

/** Returns the temp partner with this index (§3), which has only a few fields because it was entered by hand. */
export function tempPartnerJson(index: number): JsonObject {
  const random = randomOf('tempPartner', index)
  const { city, community } = originFrom(random)
  const owner = nameOf(community, random)
  const name = fullName(owner)
  const company = companyName(
    random.pick(['planning', 'catering', 'photography']),
    owner,
    city,
    random,
  )
  const personalNumber = mobileNumber(KINDS.tempPartner, index)
  if (index % 3 === 2)
    return { _id: recordId('tempPartner', index), PartnerName: name, personalNumber }
  return {
    _id: recordId('tempPartner', index),
    PartnerName: name,
    companyName: company,
    companyLocation: `${random.pick(city.localities)}, ${city.name}`,
    companyNumber: mobileNumber(KINDS.tempPartner, index + 5000),
    personalNumber,
    companyEmailId: `office@${handle(company).replaceAll('.', '')}.example`,
  }
}
