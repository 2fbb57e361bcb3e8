// Made by `node scripts/launch.mjs scripts/common-passwords.ts`; a test compares it with its source.
// From @zxcvbn-ts/language-common: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts, MIT license.
export const leakedPasswords = `
010203040506 012345678910 014702580369 01telemike01 050605rostik 102030405060 1111111111zz 111222333000
111222333444555 112233445566 122333444455555 123123qweqwe 123321123321 123321456654 123321qweewq 123456654321
12345677654321 123456782000 1234567887654321 123456789000 12345678900987654321 123456789012 1234567890987654321
1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz 123456789101 123456789123 1234567892000
12345678987654321 123456789987654321 123456789aaa 123456789abc 123456789asd 123456789qaz 123456789qqq 123456789qwe
123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu 123456qwerty 123456zxcvbn 1234qwerasdf 1234qwerasdfzxcv
123ewqasdcxz 123qwe123qwe 123qwe456rty 123qweasdzxc 123qwerty123 12qw34er56ty 159753159753 159753456852 193570356033
19960610ilja 1a2a3a4a5a6a 1a2s3d4f5g6h 1q2w3e4r5t6y 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 31217221027711 32615948worms 41d8cd98f00b 420842084208555
4815162342lf 4815162342lost 541233432442 59382113kevinp 6215mila6215 742617000027 89063032220m 89231243658s
89876065093rax 89semtsriuty a1s2d3f4g5h6 aaaa aaaaa aaaaaa aaabbb aaasss aabbcc aaliyah aardvark aaron aassdd abacab
abacus abba abbey abbott abby abc123456789 abcd abcdefg abcxyz abdullah aberdeen abgrtyu abigail abnormal abracadabra
abraham abrakadabra abraxas absolut absolute absolutely abstr abstract academy acapulco accept access acclaim accord
account acdc aceman acer acetate achilles achtung acid acidburn acmilan action active acura adam adams addict addicted
addison address adelaide adelina adeline adgjmptw adidas admin admin18533362 administrator admiral adonis adrenalin
adria adrian adriana adrianna adriano adrienne adrock adult adults advance advanced advent adventur adventure aerosmit
aerosmith aezakmi africa afrika again agassi agatha agent aggie aggies ahmed aikido aikman aileen aimee airborne
airbus aircraft airforce airman airplane airport airwolf aisan ajax akasha akira aksjdlasdakj89879 alabama aladdin
aladin alain alan alanis alaska alatam albany albatros albert alberta alberto albina albino albion alcatel alcatraz
alchemy alcohol alejandr alejandra alejandro aleksandr aleksandra aleksei aleksey alena alenka alert alesha alessand
alessandro alessio alex alexa alexalex alexande alexander alexandr alexandra alexandre alexei alexey alexi alexia
alexis alexus alexxx alfa alfarome alfonso alfred alfredo algebra algernon alibaba alice alicia alien aliens aligator
alina alinka alisa alisha alisher alison alissa alive alkaline alla allah allan allblack allday allegra allegro allen
alley alleycat allgood alliance allie allied allison allman allmine allnight allsop allstar allstate allyson almighty
almond aloha alone alonso alonzo alpha alpha135792468 alphabet alpina alpine altair altec alterego althea althor
altima altoids alucard alvaro alvin always alyson alyssa amadeus amadeusptfcor amalia amand amanda amateur amateurs
amatory amature amazing amazon amber ambers ambrose ambrosia amelia amelie americ america american amerika ameteur
amethyst ametuer amiga amigo amigos amnesia amonra amor amorcit amore amour amstel amsterda amsterdam an83546921an13
anaconda anai anakin anakonda anal analog analsex ananas anarchy anastasi anastasia anastasiya anchor anders andersen
anderson andre andrea andreas andrei andres andrew andrewjackie andrews andrey android andromed andromeda andy
andyandy andyod anechka anfield anfisa ange angel angela angele angeles angelic angelica angelika angelina angeline
angelit angell angelo angelok angels angelus angie angus anhyeuem animal animals animated anime anita ankara anna
annaanna annabell anne annette annie annika annmarie anonymous another answer antananarivu antares antelope anthon
anthony anthrax antigone antoine anton antoni antonia antonina antonio antonov antony antwerp anubis anything anytime
anytimetoday aolsucks apache apollo apple applepie apples apricot april aprilia apteka aptiva aquarium aquarius aquila
aqwzsx aragon aragorn aramis arcadia arcangel arch archange archangel archer archery archie architec arctic area
argentin argentina argyle ariana ariane arianna ariel arielle aries arizona arjay arkansas arlene armada armageddon
armagedon arman armand armando armani armored armstron armstrong army arnaud arnold around arrakis arrow arrows arsena
arsenal artem artemis artemka arthur artist artur arturo asd123asd123 asdas asdasd asddsa asdf asdfasdf asdffdsa asdfg
asdfgh asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdfqwer asdfzxcv asdqwe asdzxc asgard ashle
ashlee ashleigh ashley ashton ashtray asia asian asians aside asimov aslan asmodeus aspen aspire aspirin aspirine
assasin assass assassin asscock asses assfuck asshol asshole assholes asslover assman assmunch asss asswipe assword
astalavista asterix asthma astonvil astra astral astrid astro astros asylum athena athens athletic athlon athome
atlanta atlantic atlantis atlas atomic atreides attack atticus attila attitude attorney attract aubrey auburn auckland
auckland2010 audi audia audio auditt audrey auggie august augusta augustin augustus aurelie aurora aussie austin
australi australia austria auto autumn avalanch avalanche avalon avanti avatar avenger avenue avery aviation aviator
avrillavigne avrora awesome awful awnyce axeman axio ayanami azamat azazel azert azerty azertyui azertyuiop azrael
azsxdc azsxdcfv aztnm azzer babe babel babemagn babemagnet baberuth babes babies baboon baby babybaby babybear
babyblue babyboy babycake babydoll babyface babygirl babylon babylove bacardi bacchus bach back backbone backdoor
backup bacon badabing badass badboy badboys baddest baddog badger badgers badgirl badiman28200 badman bagels baggies
baggins baggio bagira bagpuss bahamas bahamut bailey bajingan baker balance balboa balder baldwin ball ballard baller
ballet ballin balloon balloons balls ballsack balrog baltimor bama bambam bambi bambino bamboo banaan banan banana
bananas banane band bandi bandit bang bangbang banger bangkok bank banker banner banshee banzai baracuda baraka barb
barbados barbara barber barbie barcelon barcelona barclay barefeet barefoot barfly baritone barker barkley barks
barley barlow barnes barney barnie baron baronn barracud barracuda barrage barrett barron barry barselona barsik bart
bartman bartok barton base basebal baseball basement basher basic basil basket basketba basketbal basketball bass
basset bassin bassman bassoon bastard bastards bastet bastian bathing batista batma batman battery battle bauhaus
baura bavaria baxter bayern baylee baylor baywatch bazooka bball bbbbbb bbking bcfields bdfyjd bdfyjdf bdsm beach
beachbum beaches beacon beagle beaker beaks beamer bean beanbag beaner beanie beans bear bearbear bearcat bearcats
beardog bears beast beastie beat beater beating beatle beatles beatrice beatriz beau beaumont beautifu beautiful
beauty beaver beavers beavis because becca beck becker beckham becky becool bedford bedlam bedrock bedroom beebop
beech beef beefcake beeline beemer beepbeep beer beerbeer beerman beerme beethove beetle beezer before begemot behappy
beijing belair belfast believe belinda belinea belize belkin bell bella bellaco bellagio belle belly belmont beloved
bender bendover benedict benessere benfica beng bengal bengals benito benjami benjamin benji bennett bennie benny
benoit benson bentley benton benz beowulf beretta bergen berger bergkamp berkeley berlin bermuda bernard bernardo
bernhard bernice bernie berry berserk bert bertha bertie bertram bertrand bessie best bestbuy beta beth bethany betsy
better bettina bettis betty bettyboo bettyboop beverley beverly beyonce beyond bgates bhbcrf bhbirf bhbyrf
bhrh0h2oof6xbqjeh bian bianca biao biatch bicycle bigal bigass bigballs bigbang bigbear bigben bigbird bigblack
bigblock bigblue bigbob bigboobs bigbooty bigboss bigboy bigbucks bigbutt bigbutts bigcat bigcock bigd bigdad bigdaddy
bigdawg bigdick bigdicks bigdog bigfish bigfoot bigger biggie biggirl biggles biggun bigguns bigguy bighead bigjim
bigjoe bigjohn bigmac bigmama bigman bigmike bigmoney bignuts bigone bigones bigpenis bigpimp bigpoppa bigpussy bigred
bigsexy bigshow bigtime bigtit bigtits bigtruck biguns bigworm biit bike biker bikers bikini bilbo bill billabon
billabong billbill billie billows bills billy billybob billyboy bimbo bimmer binder bing bingo binky binladen
biohazard biology bionic bionicle bird birddog birdie birdman birgit birthday biscuit biscuits bisexual bishop
bismarck bismark bismilla bismillah bitch bitchass bitches bitchs bitchy bite biteme bitter bizkit bizzare blabla
black blackbelt blackberry blackbir blackbird blackboy blackcat blackcoc blackcock blackdog blackhaw blackhawk
blackice blackie blackjac blackjack blacklab blackman blackops blackout blacks blacksonblon blacky blade blades blah
blahblah blaine blair blake blam blanca blanche blanco blanked blast blaster blaze blazer blazers bleach bledsoe
blender blessed blessing blind blink blinky bliss blitz blizzard blobby block blocked bloke blond blonde blondes
blondie blondinka blonds blood bloods bloody blossom blow blowfish blowjob blowme bltynbabrfwbz blubber blue blueball
bluebell blueberr blueberry bluebird blueblue blueboy bluedog blueeyes bluefish bluejay bluejays bluemoon bluenose
blues bluesky bluesman bluestar blunt blunts board boarder boat boater boating boats bobafett bobb bobbie bobbob bobby
bobcat bobcats bobdole bobdylan bobert bobmarle bobmarley body boeing bogart bogdan bogey bogota bogus bohica boiler
boingo bolero bolitas bolivi bollocks bollox bologna bolton bomb bombay bomber bombers bonanza bond bondage bone
bonehead boner boners bones bonethug bong bonghit bongo bonita bonjour bonjovi bonkers bonner bonnie bonovox bonsai
bonzai boob boobear boobie boobies booboo boobs booger boogers boogie boohoo book bookcase booker bookie books
bookworm boom boomboom boomer booster booter bootie boots bootsie bootsy booty bootys booyah boozer bopper borabora
bordeaux border borders borges boricua boris boroda boromir borussia bosco boss bosshog bossman boston bottle bottom
boulder bounce bouncer bounty bourbon bowie bowl bowler bowling bowman bowser bowtie bowwow boxcar boxer boxers boxing
boxster boxter boy4u2ownnyc boys boytoy boyz bozo bpgjldsgjldthnf bracken brad bradford bradley bradshaw brady brain
brains bramble branch brand branden brandi brando brandon brandy brasil bravehea braveheart braves bravo braxton
brazil bread break breaker breanna breast breasts breath breathe breeze breezy bremen brenda brendan brenna brennan
brent brest brett brewer brewster brian briana brianna brians brick bricks bridge bridget briggs bright brighton
brigitte brisbane bristol british britney britt brittany brittney broad broadway brock brodie broken broker bronco
broncos bronson bronze brook brooke brooklyn brooks brother brothers brown browndog brownie browning browns bruce
brucelee bruins bruiser brunette bruno brutal brutus bryan bryant bubba bubbas bubble bubblegum bubbles buceta buck
buckaroo bucker bucket buckeye buckeyes buckley bucks buckshot buckwhea bucky budapest budd buddah buddha buddie
buddies buddy buddyboy buddydog buddys budgie budlight budlite budman budweise budweiser buff buffa buffalo buffer
buffet buffett buffy buford bugger bugman bugs bugsbunn buick builder building bukkake bukowski bull bulldawg bulldog
bulldogs buller bullet bulletin bullfrog bullit bullnuts2003 bullock bulls bullseye bullshit bullwink bumble bummer
bumper bundy bunghole bungle bunker bunnie bunnies bunny burger burgess burn burner burning burnout burns burrito
burton bush bushido bushman business businessbabe buste busted buster bustle busty butch butcher butchie butkus butler
butt butter buttercu buttercup butterfl butterfly butters buttfuck butthead butthole buttman button buttons butts buzz
buzzard buzzer bynthytn byron byteme cabbage cabernet cable caboose cabron cactus caddy cadillac cadman caesar cafc
caitlin caitlyn cajun cake caldwell caleb calendar calgary cali calibra calico caliente californ california caligula
calimero call callahan callaway callie calling callisto callofduty callum calvin calypso camaro camaross camber
cambiami cambridg cambridge camden came camel camelot camels cameltoe camera camero cameron camil camila camilla
camille camino camp campbell camper camping campus canada canadian canary cancel cancer cancun candace candice candie
candies candle candles candy candyass candyman candys cang canine cannabis cannibal cannon cannonda canon canton
cantona cantor canuck canucks canyon capcom capecod capetown capital capitals capoeira capone caprice capricor
capricorn capslock captain caracas carajo caralho caramel caravan carbon card cardiff cardinal cardinals cards care
carebear carina carl carla carling carlisle carlito carlitos carlo carlos carlton carman carme carmel carmen carmex
carmine carnage carnival carol carola carole carolin carolina caroline carolyn carpedie carpediem carpente carpet
carrera carrie carroll carrot carrots cars carson carsten carter cartier cartman cartoon cartoons carver casablanca
casanova cascade case caserta casey cash cashew cashflow cashmone cashmoney casino casio caspe casper cassandr
cassandra cassi cassidy cassie caster castillo castle castor castro casual catalina catalog catch catcher catdog
caterina catfight catfish catfood catherin catherine cathy catman catnip cats cattle catwoman caught caution cavalier
caveman cayenne cayman cazzo cazzone ccbill cccccc cdtnbr cdtnkfyf ceasar ceaser cecil cecile cecilia cedar cedars
cedric celeb celebrity celeron celeste celica celina celine celtic celtics cement ceng cent center central century
cerber cerberus cerebus cesar cesare cessna cevthrb cfitymrf cfvceyu cgfhnfr chachi chad chadwick chai chains chainsaw
chair chairman challeng chamber chambers champ champion champs chan chance chandler chandra chanel chang change
changed changeme changes chango channel chantal chao chaos chapman chappy charge charger chargers charisma charity
charle charlene charles charley charli charlie charlott charlotte charlton charly charmed charming charon charter chas
chase chaser chat chateau chatham chauncey chavez cheater check checker checkers checkmat cheddar cheeba cheech cheeks
cheeky cheerleaers cheers chees cheese cheeseburger cheesy cheetah chef chelle chelse chelsea chemical chemist
chemistry chen cheng cherie cherokee cherries cherry cheryl cheshire chess chessie cheste chester chesterfield
chestnut chevelle chevrole chevrolet chevy chevys chewbacc chewey chewie chewy cheyenne chiara chicago chicco chichi
chick chicken chickens chickenwing chickenwing101 chicks chico chief chiefs chiks child children chili chill chilli
chillin chilly chimera china chinchin chinese chingon chino chinook chip chipmunk chipper chippy chips chiquita
chitown chivas chloe chocha chocolat chocolate choice choke chong chooch choochoo chopin chopper choppers chou
chouchou chowchow chowder chris chrisbln chriss chrissy christ christa christel christi christia christian christie
christin christina christine christma christmas christo christop christophe christopher christopher1 christy chrome
chronic chrono chrysler chuai chuan chuang chubby chuck chuckie chuckles chucky chui chun chunky chuo church churchil
ciao ciaociao ciccio cicero cigar cigars cinder cindy cinema cinnamon circle circus cirrus cisco citadel citation
citibank citizen citroen citrus city civic civicsi civilization civilwar cjdthitycndj cjkysirj cjkywt cjytxrf claire
clancy clapton clarence clarinet clarissa clark clarke class classic classics claude claudi claudia claudio clay
claymore clayton clean cleaner clemens clement clemente clemson cleo cleopatr cleopatra clerks clevelan cleveland
clever click cliff clifford clifton climax climber climbing clint clinton clipper clippers clips clit clitoris clock
close closer cloud clouds cloudy clover clovis clown clowns club clueless cluster clutch clyde cneltyn cnfc35762209
cnfkrth cnfybckfd cntgfy coach coaster cobain cobalt cobra cobras cocacol cocacola cocaine cochise cock cocker cocks
cocksuck cocksucker cocktail cocoa coconut code codered cody coffee coffees cohiba coke cola cold coldbeer coldplay
cole coleman colin collect colleen college collie collin collins colnago colombia colonel colonial color colorado
colors colossus colt colton coltrane columbia columbo columbus comanche combat combat123654 comcast come comedy comein
comeon comet comets comfort comicbookdb comics coming command commande commander commando comment commerce common comp
compact company compaq compass complete complex compton compute computer conan concept concord concorde concrete
condom condor configuratio confirm confused cong connect conner connie connor conover conquest conrad constant
construction consult consumer contact content contest contests continue contortionist contour contra contract control
converse conway coochie cook cooker cooki cookie cookies cooking cool coolcat coolcool cooldude cooler coolgirl
coolguy coolhand coolio coolman coolness cooper coors cooter copenhag copper coral corazo corazon corbin cordoba core
corey corgan corina corinna corinne corky corleone corn corndog cornelia cornell corner cornhole cornwall corolla
corona corperfmonsy corps corrado correct corsair cortez corvet corvett corvette corwin cory cosmic cosmo cosmopolitan
cosmos costanza costaric costello cosworth cottage cotton cougar cougars counter counterstrike country county couple
couples courage courier court courtney cousin coventry cowboy cowboys cowboyup cowgirl cows coyote crack cracker
crackers cradle craft crafty craig cramps crane crap crappy crash craven craving crawford crazy crazybab crazyman
cream creampie creamy create creation creative creator creature credit creed creeper creepers creepy crescent crew
cricket criminal crimson crispy crissy cristal cristian cristin cristina critter crjhgbjy crockett cromwell cronic
crosby cross crow crown cruise cruiser crumbs crunch crusader crusher crusty crysis crystal csyekz csyjxtr cthtuf
cthulhu cthutq ctrhtn cuan cubbies cubs cubswin cucumber cuddles cuervo cujo culinary cullen cumm cummer cumming
cummins cumshot cumslut cunt cunts cupcake cupoi curious curley curtis custard custer custom customer cutie cutiepie
cutlass cutter cvbhyjdf cvthnm cxfcnkbdfz cxfcnmt cyber cybersex cyborg cyclone cyclones cyclops cygnus cygnusx
cynthia cypher cypress cyprus cyrano cyrus dabears dabomb dabulls daddy daddyo daddys daedalus daemon daewoo daffy
dagger dagmar dagobert daisey daisy daisydog dakota dale dalejr dallas dalshe dalton damage daman damian damien damion
dammit damnit damon dana dance dancer dancing dang danger dangerou dangerous dani danie daniel daniela daniele daniell
daniella danielle daniels daniil danil danila danilka danilo danish dank danman danni danny dannyboy dante danzig
daphne daredevi daredevil darian darina darius dark darkange darkangel darkelf darklord darkman darknes darkness
darkone darkside darkstar darlene darling darnell darrel darrell darren darryl darth darthvad darwin dasani dasha
dasher data datsun daughter dave davedave david davidb davidc davide davids davidson davies davinci davis dawg dawgs
dawn dawson daydream daylight daytek dayton daytona dazzle dbnfkbr dbrecz dbrnjh dbrnjhbz ddddd deacon dead deadhead
deadly deadman deadpool deadspin dealer dean deanna death deathnote deaths debbie debora deborah debra december
decimal decker deedee deejay deep deepak deeper deepthro deepthroat deer deerhunt deeznuts deeznutz default defcon
defender defense defiant deftones degree deicide dejavu delaney delaware delboy delete delfin delgado delight delilah
dell delldell delmar delphi delphine delpiero delsol delta deltas deluxe demo demon demons dempsey denali deng denied
deniro denis denise deniska denmark denni dennis density dental dentist denver depeche deputy derek derf derick
derparol derrick descent desert design designer desire desiree deskjet desktop desmond desperado destin destiny
destroy destroyer details detect detectiv detroit deuce deutsch device devil devildog deville devilman devilmaycry
devilmaycry4 devils devin devine devious devo devon dewalt dewayne dexter dfcbkbcf dfcbkbq dfhdfhf dfkthbz dfkthf
dfktynby dfktynbyf dfvgbh dfytxrf dharma dhjnvytyjub diablo dialog diamant diamante diamon diamond diamonds dian diana
diane dianna dianne diao diaper diapers dick dickdick dickens dicker dickhead dickie dicks dickweed dicky didier diego
diehard diesel dietcoke dieter digger diggler digimon digital digitalprodu dilbert dildo dilligaf dillon dima dimadima
dimas dimitri dimple dimples dinamo dinara dindom dinero ding dingbat dingdong dinger dingle dingo dinner dino
dinosaur diplomat dipper dipset dipshit dipstick direct director dirk dirt dirtbike dirty dirtydog disabled disaster
disco discover discovery discus disney disturbed ditto diva dive diver divers divine diving divorce divx dixie dizzy
django djdjxrf djkjlz dkflbckfd dkflbr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dmband dmitriy dnsadm dobber doberman doctor
dodge dodger dodgeram dodgers dogbert dogbone dogboy dogcat dogface dogfart dogfood dogg dogger dogggg doggie doggies
doggy doggydog doggys doghouse dogman dogmeat dogpound dogs dogshit dogwood doit doitnow dokken doktor dolemite doll
dollar dollars dolly dolores dolphi dolphin dolphins domain domainlock domainlock2005 dome domenico domestic dominate
domingo domini dominic dominick dominik dominika dominion dominiqu dominique domino donald done dong donjuan donkey
donna donner donnie donovan dontknow donut donuts doobie doodle doodles doofus doogie dookie dooley doom doomsday door
doorknob doors dope dorado doreen dorian doris dork dorothy dortmund dotcom dottie double doubled douche doug dougal
doughboy doughnut dougie douglas down downer downhill download downtown draco dracula drago dragon dragonba dragonball
dragonballz dragonfl dragonfly dragons dragonz dragoon dragrace dragster drake drakon draven dream dreamcas dreamcast
dreamer dreaming dreams dresden drew drifter drifting driller drinker drive driven driver drizzt droopy drop dropkick
drowssap drpepper drum drummer drums drunk drywall dthjybrf dtkjcbgtl dtxyjcnm duan duane dublin ducati duchess duck
duckduck duckhunt duckie duckman ducks ducky dude dudedude dudeman dudes dudley duffer duffman duffy duke dukeduke
dumb dumbass dummy dunbar duncan dundee dungeon dunhill dunlop dupont duracell durango durham dust duster dustin dusty
dutch dutchess dutchman dwayne dwight dylan dynamic dynamite dynamo dynasty eagle eagles earl earnhard earth earthlin
earthlink east easter eastern easton eastside eastwood easy eating eatme eatmenow eatpussy eatshit ebony echo eclipse
ecuador edcrfv eddie eddy edgar edge edison editor edmond edmonton edmund edthom eduard eduardo edward edwardcullen
edwards edwin eeyore egghead eggman eggplant egorka eight eightbal eighteen eileen einstein ejaculation ekaterina ekim
ekmzyf elaine elbereth elcamino eldiablo eldorado eleanor electra electric electro electron elefant elektra element
elements elena eleonora elephant elevator eleven elijah elisa elisabet elite elizabet elizabeth elizaveta ellen ellie
elliot elliott ellis elmer elmira elmo elodie eloise elpaso elvira elvis elvisp elway elwood emanuel embalmer emerald
emerson emil emili emilia emilie emilio emily emine eminem emma emmanuel emmett emmitt emperor empire encore ender
energy enforcer engage engine engineer england english enigma enjoy enough enrico enrique enter enterme enternow
enterpri enterprise enters entertainment entrance entropy entry envelope envision epsilon epson equinox eraser
erection eric erica ericeric ericsson erik erika erin ernest ernesto ernie erotic erotica error errors escalade escape
escorpio escort eskimo espana espresso esprit esquire estate esteban estelle esther estrell estrella eternal eternity
ethan ethernet euclid eugene eunice euphoria eureka europa europe evan evanescence evangeli evangelion evans evelyn
ever everest everett evergree evergreen everlast everques everton everyday evgeniy evil evildead evilone evolutio
evolution excalibu excalibur excess exchange excite exeter exigen exigent exodus exotic experience experienced expert
explore explorer export express extensa extra extreme eyeball eyes ezekiel fabia fabian fabie fabienn fabio fabric
fabulous face facebook facial factor factory faggot fairlane faisal faith faithful fakepass falcon falcons fallen
falling fallon fallout falstaff famil family famous fandango fang fannie fanny fantasia fantasies fantasti fantasy
fantom fantomas faraon farida farley farm farmboy farmer farscape farside fart fartman fashion fast fastball fastcar
faster fatass fatboy fatcat fathead father fatima fatima753357 fatman fatty faust favorite fduecn feanor fear fearless
feather feathers february federal federico fedorov feeder feelgood feeling feet felicia feline felipe felix fellatio
fellow female females fender feng feniks fenris fenway fergie fergus ferguson fernand fernanda fernande fernando
ferrari ferret ferris fester festival festus fetish fever fghtkm fgtkmcby fhctybq fhntvrf fhvfutljy fialka fick ficken
fiction fiddle fidelio fidelity field fields fiesta fifteen figaro fight fighter fighting figure filippo films filter
filthy finalfantasy finally finance findaupair007 finder finger fingers finish finland fiona fire fireball firebird
fireblad fireblade firedog firefigh firefire firefly firefox firehawk fireman firenze firestar firestorm firewall
first fischer fish fishbone fishcake fisher fisherma fisherman fishes fishface fishfish fishhead fishin fishing
fishman fishon fishtank fishy fist fister fisting fitness fitter five fivestar fkbyjxrf fkbyrf fkmnthyfnbdf fktrcfylh
fktrcfylhf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf fktrctq fktyeirf fktyrf flame flamengo flames flamingo flanders
flange flanker flare flash flasher flashman flashy flathead flatron flavor fleming flesh fletch fletcher flex flexible
flicks flight flint flip flipflop flipper flippy floppy florence flores florian florida flounder flowe flower flowers
floyd fluff fluffy flvbybcnhfnjh flyboy flyer flyers flyfish flyguy flying fmale focus fokker follow foobar food fool
foolish foot footbal football footjob footman forall forbes force ford fordf fordtruc foreplay foreskin forest
forester foreve forever foreveryoung forfun forge forget forgetit forgot forgotten forlife format forme formula
forrest forsaken forsberg fortress fortuna fortune forum forward foryou fossil foster fosters fountain four fourteen
fowler foxfire foxtrot foxy foxylady fozzie fraggle fran franc france frances francesc francesca francesco franci
francine francis francisc francisco franck franco francois frank frankie franklin franks franky fraser frasier frazier
freak freaked freaks freaky freckles fred freddie freddy frederic frederick frederik frederiksberg fredfred fredrick
free freebird freedo freedom freee freefall freefree freeman freepass freeporn freesex freestyle freeuser freeway
freewill freeze fremont french frenchie frenchy fresh fresno friday fridge friend friendly friends friendster fright
fringe frisbee frisco frisky fritz frodo frog frogfrog frogger froggie froggy frogman frogs from front frontier frosch
frost frosty frozen fruit fruitbat fruity fubar fuck fucked fuckem fucker fuckers fuckface fuckfuck fuckhead fuckher
fuckin fucking fuckinside fuckit fuckm fuckme fuckmehard fuckof fuckoff fucks fuckshit fuckthat fucktheworld fuckthis
fucku fuckyeah fuckyo fuckyou fuckyoubitch fucmy fudge fugazi fujifilm fujitsu fuking fukkc fulcrum fulham full
fullback fuller fullmoon function fungus funk funky funny funstuff funtik funtime funtimes furball furious fusion
fussball futbol futurama future futyn fuzzball fuzzy fyfcnfcbz fyfnjkbq fylhtq fynfyfyfhbde fynjirf fynjybyf fytxrf
fyutkbyf fyutkjxtr fyyeirf fzappa gabber gabby gabrie gabriel gabriela gabriele gabriell gabrielle gadget gaelic gaell
gagarin gagged gagging galant galary galaxy galeries galileo galina gallaries galore galway gambit gamble gambler game
gameboy gamecock gamecube gameover gamer games gamma gandalf gandolf ganesh gang gangbang gangbanged gangsta gangster
ganja gannibal garage garbage garcia garden gardner gareth garfield gargoyle garion garland garlic garner garnet
garnett garret garrett garrison gary gasman gaston gate gates gateway gatit gatito gator gatorade gators gatsby gaucho
gavin gawker gayboy gaylord gaymen gazelle gbcmrf gbhfvblf gbpltw gdtrfb gecko geezer gegcbr geheim geibcnbr geil
gemini gender gene general generals generic genesis geneva geng genius genocide gentle geoffrey georg george georgia
georgie georgina gerald gerard gerber gerbil gerhard german germany geronimo gerrard gerry gertrude gesperrt getit
getlost getmoney getoff getout getsome getting gfgfvfvf gfhfktkjuhfv gfhjdjp gfhjkm gfhjkmgfhjkm gforce gfynthf ghbdtn
ghbdtnbr ghbdtndctv ghbdtnghbdtn ghbdtnrfrltkf ghblehjr ghbrjk ghbywtccf ghetto ghhh47hj7649 ghjatccbjyfk ghjcnbnenrf
ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjq ghjcnjqgfhjkm ghjcnjrdfibyj ghjdthrf ghjnbdjcnjzybt
ghjnjnbg ghjuhfvvf ghost ghostrider ghosts ghtdtlvtldtl gianluca gianni giant giants gibson gideon gidget gigabyte
giggle giggles gilbert gilles gillian gilligan gilmore gina ginger ginola giorgi giorgio giovanna giovanni giraffe
girfriend girl girlie girlies girls gisela gitara giulia giuseppe giveme gizmo gizmodo gizmos gizzmo gjkbyf
gjkysqgbpltw glacier gladiato gladiator gladys glamour glasgow glass glasses glassman glenda glendale glenn glennwei
glider glitter global globus glock gloria glory glover gloves glow gman gmoney goalie goarmy goat goatboy goats goaway
gobears gobigred goblin goblue gobucks gocats gocubs godawgs godbless goddess godfathe godfather godiva godlike
godsmack godspeed godzilla goethe gofast gofish goforit gogators gohan gohome goirish goku gold goldberg golden
goldeney goldeneye goldfing goldfish goldie goldrush goldstar goldwing golf golfball golfer golfgolf golfgti golfing
golfman golfnut golfpro goliath gollum gomets gonavy gone gong gonzales gonzalez gonzo goober good goodboy goodbye
goodday goodfell goodgirl goodguy goodie goodlife goodluck goodman goodsex goodtime goody goodyear goofball goofy
google gooner goose gopher gordo gordon gore gorgeous gorilla gorillaz gotcha goten gotenks goth gotham gothic gotmilk
gotohell gotribe gotyoass govols grace gracie graduate graham gramma grammy granada grand grandam grande grandma
grandpa grandpri granite granny grant grapes graphic graphics grass grateful gratis graves gravis gravity gray grayson
graywolf grease great greatest greatone greatsex greece greedisgood greedy green greenbay greenday greene greenlantern
greenman greens greentea greg gregor gregory gremlin grendel gretchen gretta gretzky greywolf griffey griffin griffith
grils grimace grime grin grinch grinder gringo grisha grizzly gromit groove groovy groucho ground groupd groups grout
grover growler grumpy grunt gryphon gstring gsxr gthcbr gthtrfnbgjkt gtnhjdbx gtnhjpfdjlcr guai guan guang guard
guardian gucci guess guesswho guest guido guillaum guillerm guiness guinness guitar guitars gulliver gulnara gumbo
gumby gundam gunnar gunner gunners gunther gustav gustavo gutter guyver gymnast gymnastic gypsy habibi hack hacked
hacker hackers hacking haggis hailey hair hairball hairy hakr halcyon haley halflife halifax hall hallie hallo
hallowee halloween halo hambone hamburg hamburger hamilton hamish hamlet hammer hammers hammond hamper hampton hamster
hancock hand handbag handball handsome handyman hang hank hanna hannah hannes hannibal hans hansen hansol hansolo
hanson hanuman happines happiness happy happyday happyman harald harbor harcore hard hardball hardcock hardcore
harddick harder hardon hardone hardrock hardware hardwood hardwork hardy harle harlem harley harman harmon harmony
harold harper harpoon harrier harriet harris harrison harry harrypotter harrys hartford hartley harvard harvest harvey
hassan hastings hate hatred hatter hattie hattrick havana havefun having hawaii hawaiian hawk hawkeye hawkeyes hawkins
hawks hawthorn hayabusa hayden hayley hazard hazel hazmat hd764nw5d7e1vb1 hd764nw5d7e1vbv head headache headless
health heart hearts heat heater heathe heather heaven heavenly heavy heckfy hector hedgehog hedges hedimaptfcor heeled
heels heidi heineken heinlein heinrich hejsan helen helena helene helios helium hell hellas hellboy hellfire hellno
hello hellohel hellokitty helloo hellos hellsing hellyeah helmet helmut help helper helphelp helpme helsinki hemi
hemlock hendrix heng henley hennessy henrik henry hentai henti herbert herbie hercules here herewego heritage herman
hermann hermes hermione hernande hero heroes herring hershey hesoyam hester hetfield hewitt hewlett heynow heyyou
hfljcnm hfytnrb hidden higgins high highbury higher highheel highland highlander highlife highway hiking hilary hill
hillary hillbill hillside hilltop hilton hiphop hippie hippo hirsch history hitachi hithere hitler hitman hiziad
hjccbz hjvfirf hobart hobbes hobbit hocke hockey hoffman hogan hogtied hogwarts hokies hola holden hole holein holes
holger holiday holidays holla holland hollie hollow holly hollywoo hollywood holmes holycow holyshit hombre home
homeboy homebrew homeless homely homemade homepage homer homerj homers homerun homework homo honda hondacbr hondas
honduras honest honesty honey honeybee honeybun honeydew honeys hong hongkong honolulu honor hoochie hook hookem
hooker hookers hookup hooligan hooper hoops hoosier hoosiers hooter hooters hootie hoover hooyah hope hopeful hopeless
hopkins hopper horace horatio hores horizon horn horndog hornet hornets horney horny hornyguy hornyman horror horse
horseman horsemen horses horton hose hoser hospital hotass hotbabes hotbox hotboy hotdog hotdogs hotel hotgirl
hotgirls hotlegs hotlips hotmama hotone hotpussy hotrats hotred hotrod hotsex hotshit hotshot hotspur hotstuff hott
hottest hottie hotties houdini hound hounddog house houses housewife housewifes houston hover howard howdy howell
howie htubcnhfwbz huai huan huang hubert hudson huge hugetits hughes hugo hugoboss hulk hulkster humbug hummel hummer
humphrey hung hungry hunt hunte hunter hunting hurley hurrican hurricane husband husker huskers huskies husky hussain
hustle hustler hybrid hydro hydrogen hyperion hyundai iamcool iamgod iampurehaha2 ibanez ibilltes ibrahim icarus
iceberg icecold icecream icecube icehouse iceland iceman icetea idefix idiot idiots idontkno idontknow idunno iforget
iforgot ignatius igor iguana ihateyou iiyama ijrjkfl iklo ilikeit ilikepie ilikesex illini illinois illmatic illusion
ilove iloveboobies ilovegod iloveme ilovemyfamily iloveporn ilovepussy ilovesex iloveu iloveyo iloveyou ilya image
imagine imation immortal impact impala impalass imperial implants impreza impulse imtheman inches incubus indain india
indian indiana indians indigo indira indon indy infamous infantry infected inferno infinite infiniti infinity info
information ingodwetrust ingram ingrid inlove inna innocent insane insanity insecure insert inside insider insight
insomnia inspiron install installdevic installsqlst instant instinct integra integral intel intelligence inter
interacial intercourse interest intern internal international interne internet intrepid intruder inuyasha invest
invictus iomega iphone ipo54tj45uy856 ipswich irakli ireland irene irina irinka irish irisha irishka irishman iriska
iron ironhors ironmaiden ironman irving isaac isabel isabell isabella isabelle isaiah iscool iseedeadpeople ishmael
island islander ismail israel issues istanbul istheman italia italian italiano italy itisme itsme ivan ivanov ivanova
iverson iwantu jabber jabroni jachin jack jackal jackass jacket jackie jackjack jacko jackoff jackpot jackson jacob
jacobs jacques jacqui jade jaeger jagger jaguar jaguars jaime jakarta jake jakejake jakester jamaica james jamesb
jamesbon jamesbond jamesbond007 jameson jamess jamie jammer jammin jane janelle janet janeway janice janina janine
january japan japanees japanese jared jarhead jarrett jarrod jarvis jasmin jasmine jason jasons jasper java javelin
javie javier jaybird jaycee jayden jayhawk jayhawks jayman jayson jazmin jazz jazzman jazzy jeadmi jean jeanette
jeanne jeannie jedi jediknig jeep jeeper jeepers jeepster jeff jefferso jefferson jeffery jeffjeff jeffrey jehovah
jelena jello jelly jellybea jellybean jenifer jenkins jenn jenna jennaj jennie jennife jennifer jennings jenny jensen
jeremiah jeremy jericho jerk jerkoff jerky jermaine jerome jerry jersey jesper jess jesse jessi jessic jessica jessie
jester jesus jeter jethro jets jetski jetta jewel jewell jewels jewish jezebel jian jiang jiao jigga jiggaman jigsaw
jill jillian jimbeam jimbo jimbob jimmie jimmy jimmys jing jingle jingles jiong jktxrf jktymrf joan joanna joanne
joaquin jocelyn jockey joeblow joebob joecool joejoe joel joelle joemama joey johan johann johanna johannes john
johnboy johncena johndeer johndoe johngalt johnjohn johnnie johnny johnson johnston joke joker jokers jolene jolly
jomama jonas jonatha jonathan jonathon jonboy jones jonesy jonny jorda jordan jordon jorge jose josep joseph josephin
josephine josephphone7 josh joshu joshua josiah josie joung journey joyce joyful joystick jrcfyf jsbach juan juanita
jubilee judith judy juggalo jughead juice juicy jules juli julia julian juliana julie julien juliet juliette julio
julius july jumanji jumbo jump jumper june juneau junebug jungle junio junior juniper junk junkie junkmail jupiter
jurassic justdoit justi justice justin justinbieber justine justme justus juventus kaboom kahlua kahuna kaiser kaitlyn
kakarot kakashi kakashka kaktus kalina kamasutra kamikadze kamikaze kamila kamilla kane kang kangaroo kansas kappa
kara karachi karamba karaoke karate kareem karen karin karina karine karl karma karolina kashmir kasper katana
katarina kate katelyn katerina katherin katherine kathleen kathryn kathy katie katrin katrina katten katya katzen
kavkaz kawasaki kayla kaylee kayleigh kazanova kazantip kbctyjr kcchiefs keegan keenan keeper keepout keesha keisha
keith kekc keller kelley kelli kellie kelly kelsey kelvin kendall kendra keng kennedy kenneth kennwort kenny kenobi
kenshin kent kentucky kenwood kenworth kenzie kermit kernel kerouac kerrie kerry kerstin kestrel kevin keyboard
keystone keywest kfcnjxrf kfgjxrf kfhbcf khan kick kickass kicker kickflip kicksass kidney kidrock kids kieran
kikimora kill killa killbill kille killer killers killian killjoy killkill killme killzone kilroy kimball kimber
kimberly kimmie kimmy kinder king kingdom kingfish kingking kingkong kingpin kings kingston kingtut kinky kipper kirby
kirill kirk kirkland kirsten kirsty kismet kiss kisses kissing kisskiss kissme kissmyas kissmyass kitchen kiteboy
kitkat kitten kittens kittie kitties kitty kittycat kittykat kittys kiwi kjiflm kjkszpj kjrjvjnbd klaatu klaste
klaster klaus kleopatra klingon klizma klondike klopklop knickerless knickers knicks knight knights knock knockers
knopka knuckles koala kobe kodiak kojak kokomo kolbasa koleso kolobok kolokol kombat komodo komputer kong konstantin
kontakt kontol konyor kookie kool koolaid kordell korean korn koroleva korova koshka kosmos kostik kostya kotaku
kotenok kraken kramer krasota krasotka kris krishna krissy krista kristen kristi kristian kristie kristin kristina
kristine kristy krokodil krolik kronos krusty krypto krypton krystal ksenia kseniya ksusha ktjynsq40147 ktyjxrf kuai
kuan kuang kubrick kumar kume kungfu kurt kurtis kyle labia labonte labrador labtec lacoste lacrimosa lacrosse ladder
laddie ladies lady ladybird ladyboy ladybug laetitia lagnaf laguna lagwagon lahore lake laker lakers lakeside lakewood
lakota lakshmi lalakers lambchop lambda lambert lamborghini lamer lamont lampard lancaster lance lancelot lancer
lancia land lander landmark landon landrove lane lang lansing lantern lapochka laptop lara laracroft large larisa
larissa larkin larry larsen larson larsson lasalle laser laserjet lasers lassie last lasttime lasvega lasvegas latin
latina latinas latino laughing laura laure laurel lauren laurence laurent laurie lavalamp lawman lawrence lawson
lawyer lazarus lback lbtest lbvjxrf leader leafs league leanne leather leavemealone leaves lebanon lebowski lebron
ledzep leeann leeds leedsutd leeloo leeroy left lefty legacy legend legenda legends legion legman legolas legos legs
lehjxrf leigh leinad lekker leland lemans lemmein lemmings lemon lemonade lemons lena leng leningrad lennon lennox
lenny lenochka leon leonard leonardo leonid leonidas leonie leopard leopold leroy lesbain lesbean lesbian lesbians
lesbos lesley leslie lespaul lestat lester leticia letmei letmein letmeinn letmesee letsdoit letsfuck letsgo letter
letters lever lewis lexmark lexus lfitymrf lfybbk lfybkf lhbjkjubz2957704 lhfrjy lian liang liao libby libero libertad
liberty libido libra library lick licker licking lickit lickme life lifehack lifetime light lighter lighthou
lighthouse lighting lightnin lightning lights lilbit lilian liliana lilith liliya lillian lillie lilly lilman lilwayne
lily limewire limited lincoln linda linden lindros lindsay lindsey line lineage ling lingerie link linkin links linus
linux lion lionel lioness lionhear lionheart lionking lions lips lipstick lipton liquid lisa lisalisa lisenok list
listen lister lithium litle little littlema live livelife liverpoo liverpool livewire living liza lizard lizzard
lizzie lizzy ljxtymrf llama llamas lloyd load loaded loader lobo lobster location lock lockdown locked locker
lockerroom lockout locks loco locoloco locust locutus logan logger logitech loki lokiloki lokomotiv lola lolipop
lolita lollipop lollol lollypop lolol lololol londo london lonely lonesome lonestar lonewolf long longbow longdong
longer longhair longhorn longjohn longshot lonnie look looker lookin looking lookout lookup loomis looney loop loose
looser lopez lord lorelei loren lorena lorenz lorenzo loretta lori lorien lorraine losangel losangeles loser losers
lost lost4815162342 lothar lottie lotus loud louie louis louisa louise loulou lourdes love love777321777 lovebug
lovehate loveis loveit lovejoy lovel loveless lovelife lovelove lovely lovem loveme lover loverboy loverman lovers
loves lovesex loveya loveyou loving lowell lowrider loyola ltkmaby ltybcrf ltymub luan luca lucas lucent lucia lucian
luciano lucifer lucille luck luckie lucky luckydog luckyme luckyone luckys lucy ludacris ludmila ludwig lugano luigi
luis lukas luke lumber lumina luna lunatic lunchbox lust luther lvbnhbq lydia lynette lynn lytdybrbdfvgbhf
lytghjgtnhjdcr macaco macaroni macbeth macdaddy macgyver machine machines maciek macintos macintosh mack mackenzi
mackie macleod macman macross madagaskar madala madcat madcow madden maddie maddog maddux madeline madina madison
madman madmax madness madonna madrid maestro mafia magadan maganda magazine magdalena magelan magellan magenta maggi
maggie maggot magic magical magician magick magicman magnet magneto magnolia magnum magnus magoo magpie magpies
mahalkita mahalo mahler maiden mail mailcreated mailcreated5240 mailman mailru maine mainland maison majestic major
makaka makaveli makayla makeitso maker maksim maksimka malachi malaka malakas malaysia malcolm malibu malice malika
malina malinka malish mallard mallorca mallory mallrats malone mama mamacita mamamia mamapapa mamas mammoth mamochka
mamont manager manatee manchest manchester mancity mandarin manders mandingo mandrake mandy manfred mang manga mango
mangos manhatta maniac manifest manila mankind mann mannheim manning manny manolo manowar manson mantis mantle mantra
manu manual manuals manue manuel manuela manunited manutd maple maprchem56458 maradona marajade marathon marauder
marble marbles marc marcel marcela marcella marcello marcelo march marcia marcin marcius marco marcos marcus margaret
margarit margarita margie margo margot mari maria mariah mariam marian mariana marianna marianne marie mariel marijuan
marijuana marika marilyn marin marina marinamarina marine mariner mariners marines marinka marino mario marion
mariposa marisa marishka marissa marita marius mariya marjorie mark marker market marketin marketing markie markiz
markiza markmark markus marlboro marlene marley marlin marlins marlon marmite marnie marquis marriage married marriott
mars marseill marseille marsel marsh marsha marshal marshall mart marta martha marti martian martin martina martine
martinez martini marty marvel marvin mary maryam maryann maryanne marybeth maryjane maryland marymary masamune
maserati mash masha mashka mason massage massey massimiliano massimo massive maste master masterbaiting masterbate
masterbating mastermi mastermind masterp masters masturbation matador matchbox mathew mathias mathieu matilda matisse
matri matrix matros matt matteo matthe matthew matthews matthias mattie matty mature maureen maurice maurici maurizio
mauro maurolarastefy maveric maverick maxdog maxell maxi maxim maxima maxime maximilian maximka maximo maximum maximus
maxine maxmax maxpayne maxpower maxwell maxx maxxxx maya mayday mayfield mayhem maynard mazafaka mazda mazdarx
mcdonald mckenzie mclaren mdogg meadow meagan meat meatball meathead meatloaf mechanic media medic medical medicine
medina medion medusa medved mega megadeth megaman megan megane megapass megatron meggie meghan meier meister melani
melanie melina melinda melisa meliss melissa mellon mellow melody melons melrose melvin member memorex memories memory
memphis menace mendoza meng mensch mental menthol mentor meonly meow meowmeow mephisto mercede mercedes mercer
merchant mercury meredith meridian merlin merlot mermaid merrill mersedes message messenger messiah messier metal
metall metallic metallica meteor method methos metoo metro metroid mets mevefalkcakk mexican mexico miami miamo miamor
mian miao michae michael michaela michaeljackson michaels michal micheal michel michele michell michelle michigan mick
mickey micky micro microlab micron microphone microsof microsoft middle midget midland midnight midnite midori midway
mierda mighty migue miguel mihail mikado mikael mikayla mike mikemike mikey miki mikkel milamber milan milana milano
mildred milena miles milfnew milhouse military milk milkman milkyway millenium miller millie million millions millwall
milo milton mimosa mindy mine minecraft minecraft123 minemine minerva ming mingus mini minime minimoni minimum
ministry minnesot minnesota minnesota_hp minnie miracle mirage miranda miriam mirror mischief misery misfit misfits
misha mishka misiaczek misiek misses missie mission mississi mississippi missouri missy mistake mister mistral
mistress misty mitch mitchel mitchell mittens mizuno mizzou mjolnir mobile mobydick mocha model models modelsne modena
modern modles mogwai mohamed mohammad mohammed mohawk mojave mojo mojojojo mollie molly mollydog moloko molotok molson
momdad mommy momoney momsanaladventure momsuck mona monaco monalisa monarch monday mondeo mone money moneyman moneys
mongo mongoose monic monica monies monika monique monitor monk monke monkey monkeybo monkeyboy monkeyma monkeyman
monkeys monolith monopoly monroe monsoon monste monster monsters montag montana monte montecar montecarlo monterey
montero montgom montoya montreal montrose monty moochie moocow mookie moomoo moon moonbeam moondog mooner mooney
moonligh moonlight moonman moonshin moore moose mooses mopar morales morbid mordor more morena moreno morgan morgana
morganstanley morgoth moritz morning moron morozova morpheus morris morrison morrow morrowind mortal mortalkombat
morten mortgage morticia mortimer mortis morton mosaic moscow moses moskva motdepasse mother motherfu motherfucker
motherlode mothers motion motley moto motocros motocross motor motorcyc motorola motors motown mountain mouse mouser
mouses mousey mouth movers movie movies mowgli mozart mpegs mrbill msoracle32re msorcloledbr mudar mudvayne mueller
mufasa muffdive muffin muffins muffy muhammad mulder muller mullet mulligan multiplelo mummy munch munchkin munich
munson munster muppet murder muriel murph murphy murray murzik musashi muschi muscle muscles mushroom music musica
musical musician musicman muslim mustafa mustan mustang mustangs mustard mutant mutley mutter muttley mybaby mydick
myfriend mygirl mygirls mykids mylife mylove myname mynameis mypass mypasswo mypassword myporn myrtle myself myspace
mystery mystic mystical mytime myworld myxworld nachos nadejda nadia nadine naked namaste nancy nang nanook napalm
napass naples napoleon napoli napster narnia narut naruto nascar nash nassau nastena nastenka nastia nasty nastya
nastyanastya nataha natal natali natalia natalie nataly natalya natascha natasha natchez nate natedog natedogg
nathalie nathan nathanie nathaniel nation national native natural nature naught naughty nautica nautilus navajo
navigato navigator navy navyseal nazgul nbvjatq ne_e_pod_chehyl nebraska nebula necklace necronomicon needforspeed
needle needles negative negro neil nellie nelson nemesis nemo nemrac nemvxyheqdd5oqxyxyzi neng neon neptune nermal
nero nestle nestor netscape nettie network networkingpe neutron nevada never nevermin nevermind nevermore nevets
neville newark newbie newcastl newcastle newday newhouse newlife newman newness newone neworder newpass newport
newproject newproject2004 news newstart newton newuser newyear newyork nextel nexus nfhfrfy nfnmzyf nfytxrf nguyen
nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfrnjh nhfycajhvths niagara nian niang niao nice niceass niceguy nicetits
nicholas nichole nick nick1234-rem936 nickel nickels nickie nickolas nicky nico nicol nicola nicolas nicole nielsen
nigel nigeria nigga niggaz nigger niggers night nightcrawler nightmar nightmare nightowl nights nightwin nightwish
nika nike niki nikita nikitos nikki niklas niko nikola nikolai nikolas nikolay nikon nimbus nimitz nimrod nina nine
nineball nineinch niners nineteen ning ninja ninjas nintendo nipper nipple nipples nirvan nirvana nissan nitram nitro
nittany nixon noah nobody nocturne noel noelle nofear nogard nokia nokian noles nolimit nomad nomore noname
nondriversig none nonenone nong nonmembe nonstop noodle noodles nookie nopass nopassword nope norbert noreen norfolk
norma normal norman normandy norris north northern norton norway norwich norwood nosferatu nostromo notebook nothing
notnow notredam notused nounours nova novell november novikova noway nthvbyfnjh ntktajy ntktdbpjh ntktdbpjh1994 nuan
nuclear nude nudes nudist nudity nugget nuggets number numbers nurlan nurse nurses nursing nutella nutmeg nuts nutter
nuttertools nygiants nyjets nylons nymets nympho oakland oakley oaktree oasis oatmeal obelix oberon obiwan objects
oblivion obsidian ocean oceans ocelot october octopus odessa odin odyssey oedipus office officer offroad offshore
offspring ohmygod ohshit ohyeah oicu oilers okinawa oklahoma okmijn oksana olcrackmaster older oldfart oldman oleg
olemiss olenka olesya olga olive oliver olivia olivier ollie olympia olympic olympus omar omega omegared omicron
onelove onetime onetwo onion onions online onlyme onlyone ontario ontheoutside open opendoor openit openme opennow
openup opera operator ophelia opiate optical optima optimist optimus option options optiplex opus oracle oral orang
orange oranges orbital orchard orchid oregon oreo orgasm orgasms orgy orient origin original orioles orion orlando
orpheus orwell osama oscar oscars osgood osiris osprey oswald othello otis ottawa otter otto outback outkast outlaw
outlaws outside outsider ovation over overkill overlord owen ownage oxford oxygen oyster ozzie ozzy pablo pacers
pacific pacino pack packard packer packers pacman paco paddle paddy padres page paige pain paint paintbal paintball
painter painting paisley pajero pakista pakistan palace paladin palermo pallmall palmer palmtree paloma pamel pamela
panache panama panasoni panasonic pancake pancakes pancho panda pandas pandora pang panhead panic panorama panter
pantera panther panthers panties pants pantyhos panzer paola paolo papabear papamama paper paperino papers papillon
papit papito pappy paradigm paradis paradise paradox paragon paraklast1974 paramedi paramore paranoia paranoid paris
park parker parkour parlament parol parola parrot parsifal parsons partizan partner partners party pasadena pascal
pasha pass passat passcode passes passfan passion passmast passme passord passpass passport passthie passwd passwor
password password1234 passwordassword passwordpassword passwords passwordstandard passwort pasta pastor pasword patata
patch patches pathetic pathfind pathfinder patience patric patrice patrici patricia patrick patrik patriot patriots
patrizia patrol patron patti patton patty paul paula paulie paulin paulina pauline paulpaul pavel pavement pavilion
pavlik pavlov pavlova paxton payday payton pdiddy pdtplf peabody peace peaceful peaceout peach peaches peachy peacock
peanu peanut peanutbutter peanuts pearl pearljam pearls pearson peavey pebble pebbles pecker peddler pedro peekaboo
peeper peewee pegasus peggy pelican pencil pendejo penelope penetrating penetration peng penguin penguins penis
pennstat penny pennywis pentagon penthous pentium people pepito peppe pepper peppers pepsi peregrin perfect perkele
perkins perrin perry persian persik person persona personal pertinant pervert pete peter peterbil peterpan peters
peterson petite petra petrov petrova petrovich petrus petunia peugeot peyton pfloyd pfqwtd27121988 phaedrus phantom
pharao pharmacy phat pheonix phialpha phil philadelphia philip philipp philippe philips phillies phillip phillips
philly phish phishy phoebe phoeni phoenix phone phones photo photon photos phpbb phreak phyllis physics pian piano
pianoman pianos piao piazza picard picasso piccolo picher pickle pickles picks pickup picnic pics pictere pictuers
picture pictures picturs pierce piercing pierre pietro pigeon piggies piggy piglet pigpen pikachu pilgrim pillow pilot
pilots pimp pimpdadd pimpdaddy pimpin pimping pinball pinch pineappl pineapple pinetree ping pingpong pinguin pingvin
pinhead pink pinkfloy pinkfloyd pinkie pinky pinnacle pintail pinto pioneer pioner pipeline piper pippen pippin pippo
piramida pirate pirates pisces pissed pisser pissing pissoff pistol piston pistons pitbull pitch pitcher pitchers
pitures pixie pixies pizda pizdec pizza pizzahut pizzaman pizzas pjkjnj place placebo places placid plane planes
planet planeta planner plants plasma plastic plastics platinum plato platon platypus play playa playball playboy
player players playing playmate playstat playstation playstation2 playstation3 playtime please pleasure plokij ploppy
plum plumber plumbing pluto plymouth pobeda pocket poetry poets point pointer poison poisson pokemo pokemon poker
pokey poland polaris police polina polish pollux polly polniypizdec polniypizdec0211 polniypizdec1102
polniypizdec110211 polo polopolo polska pommes pompey poncho pong pontiac pony poobear poochie poodle pooh poohbear
pookey pookie pooky pool poon poontang poop pooper poophead poopie poopoo pooppoop poopy pooter popcorn popeye popova
popper poppie poppy poptart pork porkchop porn pornking porno pornographic pornos pornporn pornstar porsche porshe
port portal porter portia portland portugal poseidon positive possum post postal poster postman potato potatoes
pothead potter pounded pounding powder powell power powerful powerman powers prague praise praxis prayer prayers
preacher precious predator pregnant prelude premier premiere premium presario present presiden president presley
pressure prestige presto preston pretty pretzel prick pride priest prima primal prime primus princ prince princes
princesa princess princeto pringles printer printing prissy privacy privat private privet priyanka probes prodigy
produce producer product professional professor profile profit program progress project promise pronto property
prophecy prophet prospect prosper prosto protect protocol proton prototype proview prowler proxy prozac prudence
psycho ptybnxtvgbjy public puck puddin pudding puddles puff puffer puffin puffy pufunga pugsley pulled pulsar puma
pumkin pumper pumpkin pumpkins punani punch punisher punjab punk punkass punker punkin punkrock punksnotdead punter
pupkin puppet puppies puppy puppydog pupsik purdue purpl purple pushkin pushok puss pussey pussie pussies pusssy pussy
pussycat pussyeat pussylover pussyman pussys pusyy puta putter puzzle pyon pyramid pyramids python q1w2e3r4t5y6
q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsed qawsedrf qawsedrftg qawsedrftgyh qaywsx qaz123wsx456
qazqaz qazse qazws qazwsx qazwsx123456 qazwsxed qazwsxedc qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxc
qazxcv qazxsw qazxswedc qazxswedc123 qazxswedcvfr qazzaq qian qiang qiao qing qiong qpalzm qqqq qqqqq qqqwww qqwwee
quaint quake quaker quality quan quantum quartz quasar quattro quebec queen queenie queens quentin quest question
quick quincy quinn qwas qwaszx qwaszxerdfcv qwe123qwe123 qweas qweasd qweasdzx qweasdzxc qweasdzxc123 qwedsa qwedsazxc
qweqwe qwer qwerasdf qwerasdfzxcv qwert qwertasdfgzxcvb qwerty qwerty123456 qwerty123456789 qwertyasdfgh qwertyu
qwertyui qwertyuio qwertyuiop qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq rabbi rabbit
rabbits rabota race racecar racer racers racerx rachael rachel rachelle racing radar radeon radical radio radiohea
radiohead radius raduga rafael rage ragnar ragnarok raiden raider raiders railroad rain rainbow rainbows raindrop
rainer raining rainman rainyday raistlin raketa raleigh ralph ralphie ramada rambler rambo ramirez ramjet rammstei
rammstein ramon ramona ramones rampage ramrod rams ramses ramsey ramstein ramzes ranch rancid randall randolph random
randy ranetki rang range ranger rangers ransom raphael rapier rapper raptor raptors rapture rapunzel raquel rascal
rasdzv rashid rasmus rasputin rasta rastaman ratboy rated ratman rattle raven ravens rawhide rayman raymond razor razz
rbcekz rbhbkk rctybz rdfhnbhf reader readers reading ready reagan real reality really realmadrid realtor reaper reason
rebecca rebekah rebel rebels rebelz reboot reborn recall reckless recon record records recovery redalert redbaron
redbird redbone redbull redcar redd reddevil reddog reddwarf redeye redfish redfox redhat redhead redheads redhot
redleg redlight redline redman redneck redone redrose redrum reds redskin redskins redsox redstar redstorm redwall
redwine redwing redwings redwolf redwood reebok reed reefer reeses reeves referee reflex regent reggae reggie regina
reginald regional register rehbwf reilly reindeer release reload reloaded remember remingto remote renata renate
renato renault rene renee renegade reng rental repair report reptile republic requiem rereirf rerfhtre rescue research
reserve resident residentevil respect restart restless retard retire retired return reuben reveal revenge review
reviews revival revoluti revolution revolver rewind rewq reynolds reznor rfgbnjirf rfgecnf rfhbyf rfhfvtkmrf rfhfylfi
rfhlbyfk rfhnjirf rfnthbyf rfnthbyf1988 rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnf rhfcjnrf rhiannon
rhino rhinos rhjkbr rhjrjlbk rhodes rhonda rhtdtlrj rhubarb rhythm ribbit ricard ricardo riccardo rice rich richar
richard richards richie richmond richter rick rickster ricky rico riddick riddle riddler ride rider riders ridge
riffraff right rightnow riley rimmer ring ringer ringo ripken ripley ripped ripper ripple riptide rising rita ritter
river rivera riverrat rivers riversid riverside rjcvjc rjhjdf rjhjkm rjhjktdf rjirfrgbde rjitxrf rjntyjr rjycnfynby
rktjgfnhf roach road roadkill roadking roadrunn roadrunner roadster roadway robbie rober robert roberta roberto
roberts robin robins robinson robocop robot robotech robotics robots robson robyn rocco rochard rochelle rock rocker
rocket rockets rockey rockford rockhard rockie rockies rockin rockman rocknrol rocknroll rockon rockrock rocks
rockstar rockwell rocky rodent rodeo rodger rodman rodney rodrigo rodrigue roger rogers rogue roland rolex roll roller
rollin rolling rollins rolltide roma roman romance romania romano romanov romans romantic romario romashka romeo
romero rommel ronald ronaldinho ronaldinho10 ronaldo rong ronnie ronny roofer rookie room rooney rooster roosters root
rootbeer rosa rosanna rosario rosco roscoe rose rosebud rosemary roserose roses rosewood rosie rosita ross rostov
roswell rotary rotten rough route rover rovers rowdy rowena rowing roxanne roxy royal royals royalty royboy rrpass
rsalinas rtyuehe ruan rubber rubble ruben rubicon ruby rudeboy rudolf rudolph rudy rufus rugby rugger rugrat rugrats
rules rulez rulezzz rumble runaway runescape runner running rupert rush rushmore ruslan russ russel russell russia
russian rustam rusty rustydog rutgers ruth ruthie ryan saab sabaka sabbath sabina sabine sable sabre sabres sabrina
sachin sacred saddle sadie safari safety safeway saffron sage sahara saibaba saigon sail sailboat sailing sailor saint
saints sairam saiyan sakura salamander salami salasana saleen salem sales salesman salinas sally salman salmon salome
salomon salope salsa salsero saltydog salvador salvator salvatore samadams samanth samantha samara sambo samdog samiam
samir samira samm sammi sammie sammy sammydog sammys samoht sampson samson samsun samsung samtron samue samuel samurai
sanchez sancho sand sandberg sander sanders sandie sandiego sandman sandr sandra sandrine sandro sandwich sandy
sanford sanfran sanfrancisco sang sanity sanjay sanjose santa santacru santafe santana santiag santiago santos sapper
sapphic sapphire sara sarah sarajevo sarasara saratoga saratov sarge sarina sarita sascha sasha sashka saskia sassy
sasuke satan satana satchmo satellite satisfaction sativa satori saturday saturn saun saun24865709 saunders sauron
sausage sausages savage savanna savannah savior sawyer saxman saxophon sayang scamper scandinavian scania scanner
scarab scarface scarlet scarlett scenery schalke schatz scheisse schmidt schnuffi school schoolgirlie schubert schultz
schumi science scirocco scissors scoobie scooby scoobydo scoobydoo scoote scooter score scorpi scorpio scorpion
scorpions scotch scotland scott scottie scotts scotty scout scouts scrabble scrapper scrappy scratch scream screamer
screen screw screwy screwyou script scroll scrooge scrotum scruffy scuba scully scumbag sdicmt7seytn seabass seabee
seadog seadoo seagull seahawks seahorse sealteam seaman seamus sean searay search seaside season seattle seawolf
sebastia sebastian sebora sebring second secret secrets secure security sedona seductive seeker seeking seemnemaailm
segblue segreto seinfeld sekret select selena selina selmer seminole semper semperfi senate senator senators seneca
seng senior senna sensei sentinel sentra sentry sephirot sephiroth septembe september serega serena serenity serg
sergbest serge sergeant sergei sergey sergi sergio series serious serpent sersolution server service services sesame
sestra seth seven sevenof sevens seventeen severin seville sexgod sexman sexo sexpot sexsex sexsexse sextoy sexual
sexx sexxx sexxxx sexxxy sexxy sexy sexyass sexybabe sexybitch sexyboy sexygirl sexylady sexymama sexyman sexyme
sexyone sexysexy seymour sfgiants shado shadow shadows shady shaft shag shaggy shai shaker shakes shakira shakur
shalom shaman shampoo shamrock shamus shan shandy shane shaney shang shanghai shania shanna shanno shannon shanti shao
shaolin shark sharks sharky sharma sharon sharp sharpe sharpie shasta shaun shauna shaved shawn shawna shawnee shayla
shazam shearer sheba sheeba sheena sheep sheepdog shei sheila shelby sheldon shell shelley shells shelly shelter
shelton shemale shen sheng shepherd sheridan sheriff sherlock sherman sherri sherry sherwood sheryl shevchenko shibby
shield shiloh shimano shimmer shine shiner shinigami shinji shinobi shirley shit shitface shitfuck shithead shitshit
shitter shitty shiva shock shocker shodan shoe shoes shogun shojou shonuf shoot shooter shop shopper shopping short
shorty shot shotgun shotokan shou shovel show shower showing showme showtime shredder shrimp shrink shuai shuan shuang
shui shun shuo shurik shuttle shutup sick sickboy sickness sidekick sidney siemens sienna sierra sigma sigmachi sigmar
signal sigrid silence silent silicon silk silly silve silver silverad silverado silvi silvia simba simmons simon
simona simone simons simple simply simpson simpsons sims sinatra sinbad sinclair sinful singapor singapore singer
singh single sinister sinned sinner siobhan sirius sissy sister sisters site sites sithlord sixers sixpack sixteen
sixty sizzle skate skateboard skater skating skeeter skeleton skibum skidoo skiing skilled skillet skills skillz skin
skinhead skinner skinny skins skip skipper skippy skirt skittles skolko skorpion skulls skunk skydive skydiver skyhawk
skylar skylark skyler skyline skynet skywalke skywalker slacker slamdunk slammer slapnuts slapper slappy slapshot
slash slasher slater slava slave slavik slayer sledge sleep sleeper sleeping sleepy slicer slick slider slim slimjim
slimshad slimshady slinky slipkno slipknot slipper slippery sliver slonik sloppy slow slowhand slugger sluggo slut
sluts sluttey slutty smack smackdow smackdown small smalls smart smartass smarty smashing smeghead smegma smeller
smelly smile smiles smiley smirnoff smirnov smirnova smith smithers smiths smithy smitty smoke smokedog smoker smokes
smokey smokie smokin smoking smooch smooth smoothie smother smudge smurf smut snafu snake snakes snapon snapper
snapple snappy snapshot snatch sneakers sneaky snicker snickers sniffer sniffing sniper snooker snookie snoop snoopdog
snoopdogg snoopy snow snowball snowbird snowboar snowboard snowdog snowflak snowflake snowman snowy snuffy snuggles
snyder sobaka sober socce soccer socks socrates sodapop sofia soft softail softball softtail software sojdlg123aljg
sokolova solace solaris soldat soldier soleil solitude solnce solnishko solo solomon solution some somebody someday
someone somerset somethin something sometime sommer sonata song songbird songoku sonia sonic sonics sonja sonne
sonnenschein sonny sonoma sonora sony sonyericsson sonyfuck sonysony sooner sooners sophi sophia sophie soprano
sopranos sorrow sosiska soul soulfly soulmate sound sounds source south southern southpar southpark southpaw southside
soviet sowhat space spaceman spades spain spalding spam spamspam spaniel spanish spank spanker spanking spankme spanks
spanky spanner sparhawk spark sparkey sparkle sparkles sparks sparky sparrow sparta spartak spartan spartans sparty
spawn speaker speakers spears special specialinsta specialk spectre spectrum speed speedo speedway speedy spence
spencer sperm sperma sphinx spice spider spiderma spiderman spiders spidey spiffy spike spiker spikes spikey spinner
spiral spirit spitfire splash spleen splendid spliff splinter spock spoiled sponge spongebo spongebob spooge spook
spooky spoon spooner spoons sport sporting sports sporty spot spotty spread spring springer springs sprint sprinter
sprite sprocket sprout spud spunk spunky spurs sputnik spyder sqdwfe squall square squash squeak squeeze squerting
squid squirrel squirt squirts srinivas stacey stacie stacy staff stafford staind stalin stalker stallion stan standard
standby stands stanford stang stanislav stanley stanton staples star starbuck starbucks starcraf starcraft stardust
starfire starfish starfox stargate starligh starlight starlite starman starr stars starship starstar start starter
startrek starwar starwars stasik state static station status stayout stealth steam steaua steel steele steeler
steelers stefan stefani stefania stefanie stefano steffen steffi steiner stella stellar stepan steph stephan stephane
stephani stephanie stephen stephens stereo sterlin sterling stern sterva steve steven stevens stevie stewart stick
stickdaddy77 stickman sticks sticky stiffy stigmata stiletto stimpy sting stinger stingray stinker stinks stinky
stinkyfinger stirling stitch stock stocking stocks stockton stokes stolen stone stonecol stonecold stoned stoner
stones stonewal stoney stooge stooges stop stopit stoppedby storage store stories storm storms stormy straight strange
stranger strap strat stratfor stratocaster stratus strawber strawberry streak stream streaming street streets strelok
strength stress stretch strider strife strike striker string strip stripe striper stripes stripper stroke stroker
strong stryker stuart stubby stud student studio studly studman stuff stumpy stunner stupid style styles stylus suan
subaru sublime submarin submit suburban subway subzero succes success suck suckcock suckdick sucked sucker suckers
sucking suckit suckme suckmydick sucks suede sugar sugars suicide sukebe sullivan sultan summe summer summers
summertime summit sunbeam sundance sunday sunderla sundevil sundown sunfire sunflowe sunflower sunkist sunlight sunny
sunnyday sunrise sunset sunshin sunshine suntzu super superb superbow superfly superior superma superman supernatural
supernov supernova supersonic supersta superstar supply support supra supreme surf surfer surfing surfsup surgeon
surgery surprise survey surveyor survival survivor susan susana susanna susanne sushi susie susieq suslik sutton
suzanne suzuki sven sverige sveta svetik svetlana svoboda swallow swampy swatch sweden swedish sweeney sweeps sweet
sweetheart sweetie sweetnes sweetness sweetpea sweets sweety swift swifty swim swimmer swimming swing swinger swingers
swinging swiss switch swoosh sword swordfis swordfish swords sydney sylveste sylvia sylvie syncmaster synergy syracuse
system systemofadown systems syzygy tabasco tabatha tabitha table taco tacobell tacoma tadpole taekwondo taffy tahiti
tahoe taichi tailgate taipan taiwan takamine talbot talisman talk talks talon tamara tamerlan tammie tammy tampabay
tanaka tang tangerin tango tank tanker tanner tantra tanya tara tarakan tardis target tarheel tarheels tarpon tarzan
tasha tasty tatarin tater tatiana tatjana tattoo tatyana taurus taxman taylo taylor tazman tazmania tazz tbird tbone
tdutybq tdutybz teacher team teapot teaser tech technics techno tecumseh teddy teddybea teddybear teen teenage teens
teensex tekken telecom telefon telephon telephone teller temp tempest templar temple temppass temppassword temptress
tenchi tender tenerife teng tennesse tennis tequier tequiero tequila terefon teresa terminal terminat terminator
termite terra terran terrance terrapin terrell terrence terri terrier terriers terror terry tessie test tester
testibil testing testpass testtest tetris tetsuo texaco texans texas thailand thalia thanatos thanks thankyou thanos
thatsme theater theatre thebear thebeast thebest theboss theboys thecakeisalie thecat theclash thecrow thecure thedog
thedon thedoors thedude theduke theedge theend theforce thegame thegreat their thekid theking thelma theman theodore
theone therapy there theresa therock thesaint these theshit thesims thething thetruth thewho thick thierry thighs
thing things think thinking thirteen thirty this thisisit thistle thoma thomas thompson thomson thong thongs thor
thought thrasher thrawn three threesom thriller throat thrust thuglife thumb thumbnils thumbs thumper thunder thunderb
thursday tiamat tian tiao tiberian tiberius tiburon tical ticket ticketmaster tickle tickler tickling ticklish
ticktock tictac tiff tiffany tiger tigercat tigers tigge tigger tight tights timber time timelord timeout times timmy
timosha timothy timoxa timur tina ting tinker tinkerbe tinkerbell tinman tintin tiny tipper tippy tiptop tires titan
titanic titanium titans titfuck titleist titman tito tits titten titties titts titty tkbpfdtnf tkfkdg toad toast
toaster toasty tobias toby tobydog today todd toejam toffee together toilet tokiohotel tokyo toledo tolkien tomahawk
tomas tomato tomcat tommie tommy tommyboy tomorrow tomservo tomtom tong tongue toni tonight tonka tonto tony tonya
tonyhawk tonytony toocool toohot tool toolbox toolman tools tooltime toomuch toon toonarmy tooth tootie tootsie topaz
topcat topdog topgun tophat topher topolino topper topsecret topspin toriamos torino tornado toronto torpedo torrent
torres tortoise tortuga torture toshiba tosser total totoro tottenha tottenham touching toulouse tower towers town
toyota trace tracer tracey track tracker tractor tracy trader traffic trailer trailers train trainer training trains
traktor tralala tramp trample trance tranny trans transam transexual transfer transformers transit translator trapper
trash trauma travel traveler travis treasure treble trebor tree treefrog trees treetop treetree trek trent trenton
trevor trey trfnthbyf trial triangle tribal tribble tribe tricia trick tricks tricky trident trigger trigun trinidad
trinitro trinitron trinity trip triple tripleh triplets triplex tripod tripper trish trisha trista tristan triton
triumph trixie trojan trojans troll trombone trooper tropical trotter trouble troubles trousers trout troy truck
trucker trucking trucks true trueblue truelove truffles truman trumpet trunks trust trustme trustno truth tsunami tuan
tucker tucson tuesday tugboat tujhrf tulane tulip tulips tuna tunafish tundra tuning tunnel tupac turbo turbos turk
turkey turner turnip turtle turtles tuscl tuxedo twat tweety twelve twenty twiggy twilight twin twinkie twinkle twins
twist twisted twister tycoon tyler typhoon tyrant tyrone tyson udacha ufkbyf ukraine uldv ulrich ulrike ultima
ultimate ultra ulysses umbrella umpire unbelievable uncencored uncle undead under underdog underground undertak
undertaker undertow underwear unicorn union unique united universa universal universe university unknown unlock unreal
uptown upyours uranus urlaub ursitesux ursula usarmy user username usmarine usmc usnavy ussy usuckballz utahjazz
utjhubq utopia vacation vader vadim vagabond vagina valencia valentin valentina valentine valera valeri valeria
valerie valeriya valery valhalla valiant valkyrie valley valleywa vampir vampire vampires vancouve vancouver vandal
vaness vanessa vangogh vanguard vanhalen vanilla vanity vantage vanyarespekt vargas varvara vasilisa vasiliy vaughan
vaughn vauxhall vbhevbh vbienrf vbifyz vbkfirf vector vectra vedder vegas vegeta vegitta vegitto vehpbr velocity
velvet vendetta venera venice venom ventura venture venus vepsrf vera verbatim verena veritas verizon vermont vernon
verona veronic veronica veronika versace vertigo verygood veteran vette vfcnth vfczyz vfhbirf vfhbyf vfhbyfvfhbyf
vfhbyjxrf vfhecz vfhnsirf vfhufhbnf vfhujif vfibyf vfitymrf vfkbyf vfksirf vflfufcrfh vfndtq vfntvfnbrf vfpfafrf
vfrcbv vfrcbvrf vfrcbvvfrcbv vfvekz vfvfgfgf vfvfvskfhfve vfvjxrf vgirl viagra vibrate vicious vicki vickie vicky
victor victori victoria victory video videoes videos vides vienna vietnam view viewsoni viewsonic vika viking vikings
viktor viktoria viktoriya villa village vince vincent vincenzo vinnie vintage violator violet violetta violin viper
vipergts vipers virago virgil virgin virgini virginia virginie virgo virtual virus visa vision visited visitor visual
vitalik vitamin vivaldi vivian vivid vivitron vixen vjcrdf vjkjrj vjqgfhjkm vkontakte vlad vladik vladimir
vladimirovna vladislav vodafone vodka volcano volcom volkodav volkov volkswag volkswagen volley volleyba volleyball
voltron volume volvo voodoo vorlon vorona vortex vova voyager voyeur vqsablpzla vsegda vsjasnel vtldtlm vulcan vulva
wachtwoord waffenss waffle waffles wage wagner waiting wakeup waldo walker walking wallace wallet walleye wally
walmart walnut walrus walter walton wanda wanderer wang wanker wanking wannabe wanrltw wanted wapapapa wapbbs warcraft
wareagle warez warhamme warhammer warhammer40k warlock warlord warner warning warren warrior warriors warsaw warthog
warwick wasabi washburn washer washingt washington wasser wassup wasted watch watcher water waterboy waterfal waterloo
waterman watermelon waters waterski watford watson wave wayne wazzkaprivet wazzup wdtnjr wdtnjxtr wealth weapon weare
wearing weasel weather weaver webber webcam webhompas webmaste webmaster website websol websolutions websolutionssu
webster webuivalidat wedding wednesda wednesday weed weekend weenie weezer weihnachtsbau weihnachtsbaum weiner weird
welcom welcome welder welkom weller wellingt wendell wendy weng werder werdna werewolf werner werter wesley west
western westham weston westside westwood wetpussy wetter whale whales what whateve whatever whatsup whatthe whatup
whatwhat wheeler wheels whiplash whiskers whiskey whisky whisper whistler white whiteboy whiteout whites whitesox
whitey whitney whocares whoknows whore whores whosyourdaddy whynot wibble wiccan wicked widget wifes wifey wilbur wild
wildbill wildcard wildcat wildcats wilder wildfire wildlife wildman wildone wildwood wilhelm will willard willem willi
willia william williams willie willis willow willy wilma wilson wind windmill window windows windsor windsurf wine
winfield wing wingchun winger wingman wingnut wings wingzero winner winners winnie winona winston winter winters
wireless wisdom wiseguy wishbone wishes wives wizard wizards wizzard wolf wolfen wolfgang wolfie wolfman wolfpac
wolfpack wolverin wolverine wolves wolvie womam woman womans wombat womble women wonder wonderboy wonderfu wonderful
wood wooden woodie woodland woodman woodrow woods woodside woodstoc woodstock woodwork woody woof woofer woofwoof
woohoo wookie word wordpass wordup work worker working workout world worlds worm wormix worship worthy wraith wrangler
wrench wrestle wrestler wrestlin wrestling wright wrigley wrinkle wrinkles writer wsxedc wsxzaq wutang wxcvbn wyatt
wyoming wyvern xanadu xander xantia xavier xbox xerxes xfiles xian xiang xiao xing xiong xman xmas xtreme xuan
xxxp455w0rd5 xxxpass xxxxxx xxxzzz xyzzy yamaha yamahar yamato yang yankee yankees yanks yaroslav yasmin ybrbnf
ybrbnjc ybrjkfq yeah yeahbaby yeahyeah yello yellow yeshua yessir yesterda yfcntyf yfcntymrf yfnfif yfnfirf yfnfitymrf
yfnfkb yfnfkmz ying yinyang yitbos yjdsqgfhjkm yngwie yoda yogibear yolanda yomama yong yorkie yosemite yoshi youandme
youknow young yourmama yourmom yousuck youtube yoyoma ytngfhjkz yuan yugioh yuliya yummy yvette yvonne yzerman
z1x2c3v4b5n6 z1x2c3v4b5n6m7 zach zachary zack zalupa zander zang zanzibar zapata zaphod zappa zapper zaq12wsxcde3
zaq1xsw2cde3 zaqwsx zaqwsxcde zaqwsxcderfv zaqxsw zaqxswcde zaraza zardoz zarina zasada zaxscd zcfvfzkexifz zealots
zebra zebras zeke zelda zeng zenith zephyr zeppelin zero zerocool zerozero zeus zhai zhan zhang zhao zhei zheng
zhjckfd zhong zhou zhuai zhuan zhuang zhui zhun zhuo zidane ziggy zigzag zildjian zimbabwe zimmer zinger zipper zippo
zippy zodiac zoloto zombie zone zong zoom zoomer zoomzoom zooropa zorro zqjphsyf6ctifgu zuan zulu zurich zvezda zxasqw
zxcasd zxcasdqwe zxcasdqwe123 zxccxz zxcv zxcvasdf zxcvb zxcvbn zxcvbn123456 zxcvbnm zxcvbnm123456789 zxcvbnmmnbvcxz
zxcvvcxz zyjxrf zzxxcc zzzxxx
`
