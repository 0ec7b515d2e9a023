import type { SeededRandom } from './seeded-random.ts'

export interface Name {
  first: string
  family: string
}

interface Community {
  female: readonly string[]
  male: readonly string[]
  family: readonly string[]
  /** The separator between first and family name. */
  between?: { female: string; male: string }
}

const list = (text: string): readonly string[] => text.split(', ')

/** Given and family names by community, so that names are plausible in their city. */
export const COMMUNITIES = {
  hindi: {
    female: list(
      'Priya, Neha, Pooja, Anjali, Shreya, Kavita, Sunita, Ritu, Nisha, Swati, Megha, Divya, Aarti, Shivani, Garima, Pallavi',
    ),
    male: list(
      'Aarav, Aditya, Rohit, Sandeep, Deepak, Saurabh, Ankit, Manish, Rajesh, Vikas, Abhishek, Harsh, Kunal, Pankaj, Shubham, Gaurav',
    ),
    family: list(
      'Sharma, Verma, Gupta, Mishra, Singh, Agarwal, Tiwari, Pandey, Saxena, Srivastava, Yadav, Chauhan, Maurya, Paswan, Dubey, Kushwaha',
    ),
  },
  rajasthani: {
    female: list('Bhavna, Kiran, Mamta, Padmini, Rekha, Jyoti, Khushi, Sangeeta'),
    male: list('Mahendra, Bhanwar, Vikram, Jitendra, Lokesh, Himmat, Narendra, Yash'),
    family: list(
      'Rathore, Shekhawat, Bhati, Choudhary, Meena, Jangid, Soni, Maheshwari, Jain, Bishnoi',
    ),
  },
  sikh: {
    female: list('Harpreet, Simran, Jasleen, Gurleen, Manpreet, Navneet, Amrit, Prabhjot'),
    male: list('Gurpreet, Harjit, Jaspreet, Manjit, Sukhwinder, Amandeep, Parminder, Tejinder'),
    family: list('Sandhu, Gill, Dhillon, Bajwa, Grewal, Sidhu, Randhawa, Ahluwalia'),
    between: { female: 'Kaur', male: 'Singh' },
  },
  punjabi: {
    female: list('Ritika, Tanya, Mehak, Sonia, Kanika, Nidhi, Aditi, Radhika'),
    male: list('Rohan, Karan, Mohit, Varun, Nitin, Sahil, Raghav, Dhruv'),
    family: list('Malhotra, Khanna, Arora, Bhatia, Sethi, Chopra, Ahuja, Bedi, Talwar'),
  },
  sindhi: {
    female: list('Komal, Heena, Bharti, Simran, Jaya, Kajal'),
    male: list('Haresh, Sunil, Naresh, Lokesh, Jatin, Mukesh'),
    family: list('Lalwani, Motwani, Chhabria, Advani, Sajnani, Tolani'),
  },
  gujarati: {
    female: list('Hetal, Krupa, Dhara, Jinal, Foram, Riddhi, Bhumika, Khyati, Urvi'),
    male: list('Jignesh, Chirag, Parth, Dhruv, Nirav, Bhavesh, Ketan, Mitesh, Jaymin'),
    family: list('Patel, Shah, Mehta, Desai, Trivedi, Parmar, Solanki, Vaghela, Doshi, Sanghvi'),
  },
  marathi: {
    female: list(
      'Sayali, Mrunal, Ashwini, Rutuja, Vaishnavi, Prajakta, Snehal, Gauri, Aditi, Manasi',
    ),
    male: list(
      'Omkar, Siddhesh, Prathamesh, Aniket, Tejas, Swapnil, Mandar, Rohan, Ninad, Chinmay',
    ),
    family: list(
      'Patil, Deshmukh, Kulkarni, Joshi, Shinde, Pawar, Jadhav, More, Gaikwad, Kamble, Bhosale, Sawant',
    ),
  },
  bengali: {
    female: list('Sohini, Paromita, Rituparna, Moumita, Debolina, Ishita, Tanushree, Srijita'),
    male: list('Arnab, Anirban, Debjit, Subhajit, Ritwik, Sayan, Kaushik, Abir'),
    family: list('Banerjee, Chatterjee, Mukherjee, Das, Ghosh, Bose, Sen, Dutta, Mondal, Saha'),
  },
  odia: {
    female: list('Itishree, Lopamudra, Sasmita, Smruti, Pragyan, Subhashree'),
    male: list('Biswajit, Debasish, Ashutosh, Prasant, Soumya Ranjan, Chinmaya'),
    family: list('Mohanty, Panda, Sahoo, Behera, Nayak, Jena, Mahapatra, Swain'),
  },
  tamil: {
    female: list(
      'Kavitha, Nandhini, Abirami, Meenakshi, Revathi, Deepika, Sangeetha, Yazhini, Thenmozhi',
    ),
    male: list('Karthik, Senthil, Arun, Vignesh, Prakash, Surya, Saravanan, Muthukumar, Elango'),
    family: list(
      'Subramanian, Krishnan, Rajan, Sundaram, Murugan, Natarajan, Iyer, Selvam, Ramasamy, Pandian',
    ),
  },
  telugu: {
    female: list('Sravani, Swathi, Keerthi, Mounika, Anusha, Bhavana, Sahithi, Lakshmi Prasanna'),
    male: list('Venkat, Srinivas, Sai Teja, Harsha, Kiran, Naveen, Chaitanya, Praneeth'),
    family: list('Reddy, Rao, Naidu, Chowdary, Raju, Varma, Goud, Yadavalli, Kolluri'),
  },
  kannada: {
    female: list('Shwetha, Rashmi, Chaitra, Spoorthi, Ramya, Pavithra, Bhoomika, Sindhu'),
    male: list('Chethan, Manjunath, Darshan, Raghavendra, Nikhil, Puneeth, Vinay, Santosh'),
    family: list('Gowda, Hegde, Shetty, Bhat, Murthy, Naik, Poojary, Kamath, Patil'),
  },
  malayali: {
    female: list('Athira, Aswathy, Devika, Sreelakshmi, Parvathy, Anjana, Gayathri'),
    male: list('Vishnu, Sreejith, Anoop, Jithin, Hari, Unnikrishnan, Akhil'),
    family: list('Nair, Menon, Pillai, Kurup, Nambiar, Warrier, Panicker'),
  },
  keralaChristian: {
    female: list('Merin, Tessa, Liya, Rose Mary, Anu, Jisha, Neethu'),
    male: list('Basil, Jomon, Alan, Jerin, Tony, Bibin, Sijo'),
    family: list('Thomas, Kurian, Mathew, Varghese, Jacob, Chacko, Joseph, Paul'),
  },
  goan: {
    female: list('Lavina, Cheryl, Valerie, Joanna, Blossom, Priscilla, Avita'),
    male: list('Savio, Agnelo, Royston, Clive, Melwyn, Conrad, Nelson'),
    family: list("D'Souza, Fernandes, Pereira, Rodrigues, Lobo, Pinto, Noronha, Gomes, D'Mello"),
  },
  muslim: {
    female: list('Ayesha, Sana, Zoya, Nazia, Farheen, Mehvish, Rukhsar, Alina, Shabnam, Tarannum'),
    male: list('Faizan, Zeeshan, Arshad, Danish, Nadeem, Tauseef, Adnan, Rehan, Shoaib, Wasim'),
    family: list('Khan, Ansari, Siddiqui, Qureshi, Shaikh, Sayyed, Pathan, Mirza, Rizvi, Farooqui'),
  },
  deccaniMuslim: {
    female: list('Fathima, Safna, Raihana, Shameema, Nusrat, Jaseela, Asma'),
    male: list('Shameer, Nishad, Ashraf, Jaleel, Rafeeq, Mubarak, Anwar'),
    family: list('Ahmed, Basha, Koya, Rawther, Hussain, Mohammed, Kunju, Shariff'),
  },
  parsi: {
    female: list('Delna, Freny, Zenobia, Perin, Roshan, Shirin'),
    male: list('Cyrus, Rustom, Jehangir, Farhad, Kaizad, Hormuz'),
    family: list('Daruwalla, Irani, Contractor, Batliwala, Dastoor, Engineer'),
  },
  assamese: {
    female: list('Jonali, Barnali, Rimpi, Nabanita, Pallabi, Mridusmita'),
    male: list('Bhaskar, Dhrubajyoti, Partha, Hiranya, Rupam, Kaustav'),
    family: list('Bora, Saikia, Kalita, Hazarika, Gogoi, Deka, Baruah'),
  },
  hills: {
    female: list('Lalremsangi, Akumla, Ibanri, Hoinu, Temsula, Zodinpuii'),
    male: list('Lalthanmawia, Kevisato, Thangboi, Banshan, Imnatoshi, Malsawma'),
    family: list('Ralte, Sailo, Ao, Angami, Lyngdoh, Kharkongor, Haokip, Singson'),
  },
  himalayan: {
    female: list('Padma, Dolma, Yangchen, Diskit, Pema, Chuki'),
    male: list('Stanzin, Tashi, Rigzin, Sonam, Karma, Tsering'),
    family: list('Namgyal, Bhutia, Lepcha, Wangchuk, Dorjay, Sherpa'),
  },
  kashmiri: {
    female: list('Insha, Mehreen, Iqra, Tabassum, Snober, Aaliya'),
    male: list('Aaqib, Umar, Bilal, Sajad, Muzamil, Junaid'),
    family: list('Bhat, Lone, Dar, Wani, Mir, Kaul, Raina'),
  },
  adivasi: {
    female: list('Phulmani, Sushma, Nirmala, Salomi, Basanti, Anita'),
    male: list('Birsa, Rajen, Anmol, Sukhram, Mangal, Prem'),
    family: list('Murmu, Hembrom, Oraon, Toppo, Kujur, Netam, Tirkey, Marandi'),
  },
} as const satisfies Record<string, Community>

export type CommunityName = keyof typeof COMMUNITIES

export function nameOf(community: CommunityName, random: SeededRandom): Name {
  const gender = random.chance(0.5) ? 'female' : 'male'
  const { between, ...lists }: Community = COMMUNITIES[community]
  const first = random.pick(lists[gender])
  const family = random.pick(lists.family)
  return { first: between ? `${first} ${between[gender]}` : first, family }
}

export function fullName({ first, family }: Name): string {
  return `${first} ${family}`
}

/** Returns the letters and digits of a text, for the local part of an e-mail address. */
export function handle(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.')
}
