import { type SeededRandom, weightedPick } from './seeded-random.ts'
import type { CommunityName } from './name.ts'

export interface City {
  name: string
  state: string
  /** The state's code in a GSTIN. */
  gstState: string
  latitude: number
  longitude: number
  language: string
  /** The relative frequency. */
  weight: number
  /** The price level; 1 in an average city. */
  cost: number
  localities: readonly string[]
  communities: readonly (readonly [CommunityName, number])[]
}

type Mix = City['communities']

const NORTH: Mix = [['hindi', 74], ['muslim', 16], ['punjabi', 6], ['sikh', 4]] // biome-ignore format: a table
const DELHI: Mix = [['hindi', 46], ['punjabi', 20], ['muslim', 13], ['sikh', 8], ['bengali', 4], ['malayali', 3], ['tamil', 2], ['himalayan', 2], ['hills', 2]] // biome-ignore format: a table
const PUNJAB: Mix = [['sikh', 58], ['punjabi', 30], ['hindi', 10], ['muslim', 2]] // biome-ignore format: a table
const RAJASTHAN: Mix = [['rajasthani', 62], ['hindi', 24], ['muslim', 10], ['sindhi', 4]] // biome-ignore format: a table
const GUJARAT: Mix = [['gujarati', 80], ['muslim', 9], ['sindhi', 5], ['rajasthani', 4], ['parsi', 2]] // biome-ignore format: a table
const MUMBAI: Mix = [['marathi', 40], ['gujarati', 18], ['muslim', 13], ['hindi', 11], ['goan', 6], ['sindhi', 5], ['parsi', 3], ['tamil', 2], ['malayali', 2]] // biome-ignore format: a table
const MAHARASHTRA: Mix = [['marathi', 78], ['muslim', 9], ['hindi', 7], ['gujarati', 3], ['sindhi', 3]] // biome-ignore format: a table
const BENGAL: Mix = [['bengali', 74], ['muslim', 14], ['hindi', 7], ['rajasthani', 4], ['adivasi', 1]] // biome-ignore format: a table
const ODISHA: Mix = [['odia', 88], ['bengali', 5], ['adivasi', 4], ['telugu', 3]] // biome-ignore format: a table
const BENGALURU: Mix = [['kannada', 48], ['tamil', 13], ['telugu', 13], ['malayali', 8], ['deccaniMuslim', 8], ['hindi', 7], ['goan', 3]] // biome-ignore format: a table
const KARNATAKA: Mix = [['kannada', 82], ['deccaniMuslim', 9], ['goan', 9]] // biome-ignore format: a table
const TAMIL_NADU: Mix = [['tamil', 86], ['deccaniMuslim', 6], ['telugu', 5], ['keralaChristian', 3]] // biome-ignore format: a table
const TELUGU: Mix = [['telugu', 82], ['deccaniMuslim', 13], ['hindi', 5]] // biome-ignore format: a table
const KERALA: Mix = [['malayali', 52], ['deccaniMuslim', 26], ['keralaChristian', 22]] // biome-ignore format: a table
const CENTRAL: Mix = [['hindi', 70], ['marathi', 9], ['muslim', 9], ['sindhi', 7], ['adivasi', 5]] // biome-ignore format: a table
const EAST: Mix = [['hindi', 68], ['muslim', 14], ['adivasi', 12], ['bengali', 6]] // biome-ignore format: a table

export const CITIES: readonly City[] = [
  city('Mumbai', 'Maharashtra', '27', 19.076, 72.8777, 'Marathi', 13, 1.7, MUMBAI, 'Andheri West, Dadar, Powai, Borivali, Chembur'),
  city('Pune', 'Maharashtra', '27', 18.5204, 73.8567, 'Marathi', 6, 1.25, MAHARASHTRA, 'Kothrud, Baner, Hadapsar, Viman Nagar'),
  city('Nagpur', 'Maharashtra', '27', 21.1458, 79.0882, 'Marathi', 2, 0.9, MAHARASHTRA, 'Dharampeth, Sitabuldi, Manish Nagar'),
  city('Nashik', 'Maharashtra', '27', 19.9975, 73.7898, 'Marathi', 2, 0.85, MAHARASHTRA, 'Gangapur Road, Indira Nagar, Panchavati'),
  city('Delhi', 'Delhi', '07', 28.6139, 77.209, 'Hindi', 11, 1.6, DELHI, 'Karol Bagh, Rajouri Garden, Saket, Dwarka, Chhatarpur'),
  city('Gurugram', 'Haryana', '06', 28.4595, 77.0266, 'Hindi', 4, 1.6, DELHI, 'Sector 29, Sohna Road, DLF Phase 2'),
  city('Noida', 'Uttar Pradesh', '09', 28.5355, 77.391, 'Hindi', 3, 1.3, DELHI, 'Sector 18, Sector 62, Sector 137'),
  city('Lucknow', 'Uttar Pradesh', '09', 26.8467, 80.9462, 'Hindi', 4, 0.95, NORTH, 'Gomti Nagar, Aliganj, Hazratganj, Indira Nagar'),
  city('Kanpur', 'Uttar Pradesh', '09', 26.4499, 80.3319, 'Hindi', 2, 0.8, NORTH, 'Swaroop Nagar, Kakadeo, Kidwai Nagar'),
  city('Varanasi', 'Uttar Pradesh', '09', 25.3176, 82.9739, 'Hindi', 2, 0.8, NORTH, 'Lanka, Sigra, Mahmoorganj'),
  city('Agra', 'Uttar Pradesh', '09', 27.1767, 78.0081, 'Hindi', 1.5, 0.95, NORTH, 'Fatehabad Road, Kamla Nagar, Sikandra'),
  city('Jaipur', 'Rajasthan', '08', 26.9124, 75.7873, 'Hindi', 5, 1.25, RAJASTHAN, 'Vaishali Nagar, C-Scheme, Mansarovar, Amer Road'),
  city('Udaipur', 'Rajasthan', '08', 24.5854, 73.7125, 'Hindi', 2, 1.8, RAJASTHAN, 'Fateh Sagar, Hiran Magri, Badi Lake'),
  city('Jodhpur', 'Rajasthan', '08', 26.2389, 73.0243, 'Hindi', 1.5, 1.3, RAJASTHAN, 'Ratanada, Paota, Shastri Nagar'),
  city('Ahmedabad', 'Gujarat', '24', 23.0225, 72.5714, 'Gujarati', 5, 1.1, GUJARAT, 'Navrangpura, Bopal, SG Highway, Maninagar'),
  city('Surat', 'Gujarat', '24', 21.1702, 72.8311, 'Gujarati', 3, 1.05, GUJARAT, 'Adajan, Vesu, Varachha'),
  city('Vadodara', 'Gujarat', '24', 22.3072, 73.1812, 'Gujarati', 2, 0.9, GUJARAT, 'Alkapuri, Gotri, Manjalpur'),
  city('Rajkot', 'Gujarat', '24', 22.3039, 70.8022, 'Gujarati', 1.5, 0.85, GUJARAT, 'Kalawad Road, Raiya Road, Mavdi'),
  city('Bengaluru', 'Karnataka', '29', 12.9716, 77.5946, 'Kannada', 9, 1.4, BENGALURU, 'Jayanagar, Indiranagar, Whitefield, Malleshwaram, Yelahanka'),
  city('Mysuru', 'Karnataka', '29', 12.2958, 76.6394, 'Kannada', 1.5, 0.85, KARNATAKA, 'Gokulam, Kuvempunagar, Vijayanagar'),
  city('Mangaluru', 'Karnataka', '29', 12.9141, 74.856, 'Tulu', 1.2, 0.9, KARNATAKA, 'Kadri, Bejai, Surathkal'),
  city('Chennai', 'Tamil Nadu', '33', 13.0827, 80.2707, 'Tamil', 7, 1.25, TAMIL_NADU, 'T Nagar, Adyar, Anna Nagar, Velachery, ECR'),
  city('Coimbatore', 'Tamil Nadu', '33', 11.0168, 76.9558, 'Tamil', 2.5, 0.95, TAMIL_NADU, 'RS Puram, Peelamedu, Saravanampatti'),
  city('Madurai', 'Tamil Nadu', '33', 9.9252, 78.1198, 'Tamil', 1.5, 0.8, TAMIL_NADU, 'KK Nagar, Anna Nagar, Thiruparankundram'),
  city('Tiruchirappalli', 'Tamil Nadu', '33', 10.7905, 78.7047, 'Tamil', 1, 0.75, TAMIL_NADU, 'Thillai Nagar, Srirangam, Cantonment'),
  city('Puducherry', 'Puducherry', '34', 11.9416, 79.8083, 'Tamil', 0.8, 1, TAMIL_NADU, 'White Town, Lawspet, Reddiarpalayam'),
  city('Hyderabad', 'Telangana', '36', 17.385, 78.4867, 'Telugu', 7, 1.3, TELUGU, 'Banjara Hills, Kukatpally, Gachibowli, Tolichowki'),
  city('Warangal', 'Telangana', '36', 17.9689, 79.5941, 'Telugu', 0.8, 0.7, TELUGU, 'Hanamkonda, Kazipet, Naim Nagar'),
  city('Visakhapatnam', 'Andhra Pradesh', '37', 17.6868, 83.2185, 'Telugu', 2, 0.95, TELUGU, 'MVP Colony, Gajuwaka, Siripuram'),
  city('Vijayawada', 'Andhra Pradesh', '37', 16.5062, 80.648, 'Telugu', 1.8, 0.9, TELUGU, 'Benz Circle, Patamata, Bhavanipuram'),
  city('Kochi', 'Kerala', '32', 9.9312, 76.2673, 'Malayalam', 3, 1.15, KERALA, 'Kaloor, Edappally, Fort Kochi, Kakkanad'),
  city('Thiruvananthapuram', 'Kerala', '32', 8.5241, 76.9366, 'Malayalam', 1.8, 0.95, KERALA, 'Kowdiar, Pattom, Kazhakkoottam'),
  city('Kozhikode', 'Kerala', '32', 11.2588, 75.7804, 'Malayalam', 1.5, 0.9, KERALA, 'Mavoor Road, Nadakkavu, Beypore'),
  city('Kolkata', 'West Bengal', '19', 22.5726, 88.3639, 'Bengali', 7, 1.1, BENGAL, 'Ballygunge, Salt Lake, New Town, Behala, Park Circus'),
  city('Siliguri', 'West Bengal', '19', 26.7271, 88.3953, 'Bengali', 1, 0.8, BENGAL, 'Pradhan Nagar, Sevoke Road, Matigara'),
  city('Bhubaneswar', 'Odisha', '21', 20.2961, 85.8245, 'Odia', 2, 0.85, ODISHA, 'Patia, Saheed Nagar, Khandagiri'),
  city('Guwahati', 'Assam', '18', 26.1445, 91.7362, 'Assamese', 1.5, 0.85, [['assamese', 80], ['bengali', 12], ['hills', 8]], 'Beltola, Zoo Road, Paltan Bazaar'),
  city('Shillong', 'Meghalaya', '17', 25.5788, 91.8933, 'Khasi', 0.5, 0.9, [['hills', 92], ['assamese', 8]], 'Laitumkhrah, Police Bazar, Mawlai'),
  city('Aizawl', 'Mizoram', '15', 23.7271, 92.7176, 'Mizo', 0.3, 0.8, [['hills', 100]], 'Zarkawt, Chanmari, Bawngkawn'),
  city('Gangtok', 'Sikkim', '11', 27.3389, 88.6065, 'Nepali', 0.3, 0.95, [['himalayan', 90], ['hindi', 10]], 'MG Marg, Tadong, Deorali'),
  city('Patna', 'Bihar', '10', 25.5941, 85.1376, 'Hindi', 3, 0.8, EAST, 'Boring Road, Kankarbagh, Patliputra Colony'),
  city('Ranchi', 'Jharkhand', '20', 23.3441, 85.3096, 'Hindi', 1.5, 0.8, EAST, 'Lalpur, Doranda, Kanke Road'),
  city('Raipur', 'Chhattisgarh', '22', 21.2514, 81.6296, 'Hindi', 1.5, 0.8, CENTRAL, 'Shankar Nagar, Telibandha, Samta Colony'),
  city('Bhopal', 'Madhya Pradesh', '23', 23.2599, 77.4126, 'Hindi', 2, 0.85, CENTRAL, 'Arera Colony, MP Nagar, Kolar Road'),
  city('Indore', 'Madhya Pradesh', '23', 22.7196, 75.8577, 'Hindi', 3, 0.95, CENTRAL, 'Vijay Nagar, Palasia, Rau'),
  city('Chandigarh', 'Chandigarh', '04', 30.7333, 76.7794, 'Punjabi', 2.5, 1.2, PUNJAB, 'Sector 17, Sector 35, Manimajra'),
  city('Ludhiana', 'Punjab', '03', 30.901, 75.8573, 'Punjabi', 2, 1.15, PUNJAB, 'Model Town, Sarabha Nagar, Dugri'),
  city('Amritsar', 'Punjab', '03', 31.634, 74.8723, 'Punjabi', 1.5, 1.05, PUNJAB, 'Ranjit Avenue, Lawrence Road, Chheharta'),
  city('Dehradun', 'Uttarakhand', '05', 30.3165, 78.0322, 'Hindi', 1.5, 1, NORTH, 'Rajpur Road, Clement Town, Prem Nagar'),
  city('Shimla', 'Himachal Pradesh', '02', 31.1048, 77.1734, 'Hindi', 0.6, 1.1, [['hindi', 92], ['himalayan', 8]], 'Sanjauli, Mall Road, Kasumpti'),
  city('Srinagar', 'Jammu and Kashmir', '01', 34.0837, 74.7973, 'Kashmiri', 0.8, 1, [['kashmiri', 100]], 'Rajbagh, Lal Chowk, Hyderpora'),
  city('Leh', 'Ladakh', '38', 34.1526, 77.5771, 'Ladakhi', 0.2, 1.1, [['himalayan', 100]], 'Changspa, Skara, Choglamsar'),
  city('Panaji', 'Goa', '30', 15.4909, 73.8278, 'Konkani', 2, 1.6, [['goan', 62], ['marathi', 38]], 'Miramar, Dona Paula, Candolim, Taleigao'),
] // biome-ignore format: a table

export const aCity: (random: SeededRandom) => City = weightedPick(
  CITIES.map((each) => [each, each.weight]),
)

const communityPicks = new Map(CITIES.map((each) => [each, weightedPick(each.communities)]))

export function communityOf(home: City, random: SeededRandom): CommunityName {
  const pick = communityPicks.get(home)
  if (!pick) throw new RangeError(`${home.name} is not one of the cities.`)
  return pick(random)
}

function city(
  name: string,
  state: string,
  gstState: string,
  latitude: number,
  longitude: number,
  language: string,
  weight: number,
  cost: number,
  communities: Mix,
  localities: string,
): City {
  return {
    name,
    state,
    gstState,
    latitude,
    longitude,
    language,
    weight,
    cost,
    communities,
    localities: localities.split(', '),
  }
}
