/** The most frequent passwords of every published leak, without trailing digits. */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort passw0rd motdepasse contrasena senha parola wachtwoord haslo salasana parool pass passwd pwd
  admin administrator administrateur root user guest login logon access master manager system server service
  test testing tester demo example sample temp temporary default changeme change letmein letme open welcome
  willkommen bienvenue hello hallo bonjour hola ciao secret geheim private secure security safe
  qwerty qwertz azerty asdf zxcv qazwsx iloveyou loveyou love lover loveme lovely mylove ilove princess prinzessin
  monkey dragon shadow sunshine football fussball futbol soccer baseball basketball hockey tennis golf
  michael jennifer jessica ashley thomas daniel andrew joshua matthew charlie george robert jordan hunter
  michelle nicole amanda william anthony justin samantha hannah martin alexander alexandra patrick christian
  stephanie sebastian maria anna laura julia sarah lisa sophie marie peter stefan andreas markus jan
  killer trustno trustnoone starwars batman superman spiderman pokemon naruto master maverick matrix ninja
  mustang ferrari porsche mercedes corvette harley yamaha honda toyota camaro jaguar chevy ford
  summer winter spring autumn sommer herbst january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday
  internet computer laptop google facebook twitter instagram youtube linkedin microsoft windows apple samsung
  amazon netflix spotify android iphone linux ubuntu oracle mysql postgres postgresql database sqlserver
  cheese chocolate cookie coffee pepper ginger banana orange apple cherry peanut butter pizza
  purple yellow silver golden black white green blue red diamond crystal rainbow flower rose lily
  angel baby babygirl babyboy honey sweety sweet sweetheart darling beautiful pretty cutie kitty kitten
  tigger buster bailey maggie sophie molly lucky rocky max bella coco oreo shadow smokey
  hammer thunder lightning storm phoenix eagle falcon tiger lion bear wolf panther cobra viper rabbit horse
  liverpool arsenal chelsea barcelona realmadrid juventus bayern manchester united rangers celtic steelers
  cowboys yankees redsox lakers patriots packers eagles
  freedom victory winner champion legend warrior soldier marine army navy captain king queen prince
  jesus jesuschrist christ god godisgood blessed faith heaven jehovah allah
  america canada england france germany deutschland london paris berlin newyork texas california florida
  family mother father mommy daddy mama papa brother sister friend friends forever bestfriend
  whatever nothing something nobody anything blahblah fuckyou fuckme fuck shit bitch asshole sex sexy
  trust believe dream dreams hope happy smile peace life live music guitar piano metallica nirvana eminem
  biteme letmeout passion money dollar rich millionaire bitcoin ethereum crypto
  corporate company office business work finance sales marketing support helpdesk information technology
  school college university student teacher football1 abcd abc xyz abc123 aaa zzz number one two three four five
  the my your its and this that is are you me we here now new first last only just for
  rowmill spreadsheet excel database import export convert upload`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
)
